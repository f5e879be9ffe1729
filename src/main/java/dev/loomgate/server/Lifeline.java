package dev.loomgate.server;

import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** A standard input that says nothing and ends when it is cut, or when this JVM dies. */
final class Lifeline extends InputStream {
    private final CountDownLatch cut = new CountDownLatch(1);

    @Override
    public int read() {
        try {
            cut.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        return length == 0 ? 0 : read();
    }

    @Override
    public void close() {
        cut.countDown();
    }
}
