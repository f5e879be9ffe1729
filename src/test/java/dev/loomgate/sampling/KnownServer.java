package dev.loomgate.sampling;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A JVM that does on command what a sampler must find again: burns CPU, allocates, keeps heap, starts threads. Ends
 * with its input.
 */
final class KnownServer {
    private static final List<byte[]> KEPT = new ArrayList<>();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static CountDownLatch threadsMayEnd = new CountDownLatch(1);
    /** Keeps allocations and calculations from being optimised away. */
    static volatile Object sink = "";

    private KnownServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        OUT.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            OUT.println(obey(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2])));
        }
    }

    private static long obey(String command, int first, int second) throws InterruptedException {
        return switch (command) {
            case "burn" -> burn(first);
            case "burn-and-end" -> burnAndEnd(first, second);
            case "burn-virtually" -> burnVirtually(first, second);
            case "allocate" -> allocate(first, second);
            case "keep" -> keep(first);
            case "forget" -> forget();
            case "start-threads" -> startThreads(first);
            case "end-threads" -> endThreads();
            case "collect" -> collect(first);
            case "cpu" -> processCpuNanos();
            case "fork-and-wait" -> forkAndWait(first);
            default -> throw new IllegalArgumentException(command);
        };
    }

    /** Answers the CPU time the JVM itself saw. */
    private static long burn(int millis) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long end = start + millis * 1_000_000L;
        long mixed = start;
        while (threads.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 100_000; i++) {
                mixed = mixed * 31 + i;
            }
        }
        sink = mixed;
        return threads.getCurrentThreadCpuTime() - start;
    }

    private static long burnAndEnd(int count, int millis) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofPlatform().name("brief-", i).start(() -> burn(millis)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return (long) count * millis * 1_000_000L;
    }

    /** Virtual threads have no CPU time of their own, so this burns a fixed amount of work and answers nothing. */
    private static long burnVirtually(int count, int rounds) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(Thread.ofVirtual().start(() -> allocate(rounds, 1_000)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return 0;
    }

    private static long allocate(int count, int bytes) {
        for (int i = 0; i < count; i++) {
            sink = new byte[bytes];
        }
        return count;
    }

    private static long keep(int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            KEPT.add(new byte[1024 * 1024]);
        }
        return mebibytes;
    }

    private static long forget() {
        KEPT.clear();
        return 0;
    }

    private static long startThreads(int count) throws InterruptedException {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(count);
        threadsMayEnd = mayEnd;
        for (int i = 0; i < count; i++) {
            Thread.ofPlatform().daemon(i % 2 == 0).name("kept-", i).start(() -> {
                running.countDown();
                try {
                    mayEnd.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        running.await();
        return count;
    }

    private static long endThreads() throws InterruptedException {
        List<Thread> kept = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("kept-"))
                .toList();
        threadsMayEnd.countDown();
        for (Thread thread : kept) {
            thread.join();
        }
        return kept.size();
    }

    private static long collect(int count) {
        for (int i = 0; i < count; i++) {
            System.gc();
        }
        return count;
    }

    /** Answers the CPU time that the process saw itself use, up to its last word. */
    private static long forkAndWait(int millis) throws InterruptedException {
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KnownServer.class.getName());
        try {
            Process child = new ProcessBuilder(command).start();
            try (var out = child.outputWriter(StandardCharsets.UTF_8);
                    BufferedReader in = child.inputReader(StandardCharsets.UTF_8)) {
                out.append("burn " + millis + " 0\ncpu 0 0\n").flush();
                in.readLine();
                in.readLine();
                long used = Long.parseLong(in.readLine());
                out.close();
                child.waitFor();
                return used;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long processCpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }
}
