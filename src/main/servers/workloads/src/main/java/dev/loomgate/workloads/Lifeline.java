package dev.loomgate.workloads;

import java.io.IOException;
import java.io.InputStream;

/** Ends this process as soon as the process that started it is gone: only then does standard input end. */
final class Lifeline {
    private Lifeline() {}

    static void hold(InputStream input, Runnable end) {
        Thread.ofPlatform().daemon().name("lifeline").start(() -> {
            awaitEnd(input);
            end.run();
        });
    }

    private static void awaitEnd(InputStream input) {
        try {
            while (input.read() != -1) {
                // Whatever is written to a server means that its starter is alive.
            }
        } catch (IOException broken) {
            // A pipe that broke has ended as well.
        }
    }
}
