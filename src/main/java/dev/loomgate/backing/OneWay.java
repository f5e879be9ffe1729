package dev.loomgate.backing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/** One direction of a proxied connection: what was read and is not written yet, in order, each part with the time from which it may go. Used by one thread. */
final class OneWay {
    /** What one connection may owe: then nothing more is read, and TCP slows the sender down. */
    static final int MOST_BYTES = 1 << 20;

    private final SocketChannel from;
    private final SocketChannel to;
    private final Deque<Part> parts = new ArrayDeque<>();
    private int held;
    private long lastDueNanos;
    private boolean readAll;
    private boolean wroteAll;

    OneWay(SocketChannel from, SocketChannel to, long nowNanos) {
        this.from = from;
        this.to = to;
        this.lastDueNanos = nowNanos;
    }

    /** @param bytes empty for the end of the stream */
    private record Part(ByteBuffer bytes, boolean end, long dueNanos) {}

    /** Takes in what has arrived, as far as there is room, and returns when the newest part may go. */
    long read(ByteBuffer scratch, long nowNanos, long delayNanos) throws IOException {
        // A delay that was made shorter must not let later bytes overtake earlier ones.
        if (nowNanos + delayNanos - lastDueNanos > 0) {
            lastDueNanos = nowNanos + delayNanos;
        }
        while (wantsToRead()) {
            scratch.clear();
            int read = from.read(scratch);
            if (read == 0) {
                break;
            }
            readAll = read < 0;
            byte[] bytes = new byte[Math.max(0, read)];
            scratch.flip().get(bytes);
            held += bytes.length;
            parts.add(new Part(ByteBuffer.wrap(bytes), readAll, lastDueNanos));
        }
        return lastDueNanos;
    }

    /** Hands on what is due, as far as the receiver takes it; the end of the stream as half-close. */
    void write(long nowNanos) throws IOException {
        while (isDue(nowNanos)) {
            Part part = parts.getFirst();
            held -= to.write(part.bytes());
            if (part.bytes().hasRemaining()) {
                return;
            }
            parts.removeFirst();
            if (part.end()) {
                wroteAll = true;
                to.shutdownOutput();
            }
        }
    }

    /** After a {@link #write}: whether it was the receiver that did not take more. */
    boolean isDue(long nowNanos) {
        return !parts.isEmpty() && nowNanos - parts.getFirst().dueNanos() >= 0;
    }

    boolean wantsToRead() {
        return !readAll && held < MOST_BYTES;
    }

    boolean done() {
        return wroteAll;
    }
}
