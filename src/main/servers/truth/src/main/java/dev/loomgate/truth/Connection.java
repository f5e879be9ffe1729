package dev.loomgate.truth;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** A client's connection and the one request it may have under way; a place in the waiting line goes with it. */
final class Connection {
    final SocketChannel channel;
    /** What was read of a request that is not complete, or that came before the one before was answered. */
    byte[] kept = {};
    volatile int keptLength;

    /** What waits for its time: the first read, or the answer. */
    boolean opened;
    long dueNanos;
    long sequence;
    long row;
    Outcome outcome = Outcome.OK;
    boolean lastAnswer;

    private volatile boolean busy;

    Connection(SocketChannel channel) {
        this.channel = channel;
    }

    boolean busy() {
        return busy;
    }

    void busy(boolean now) {
        busy = now;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException gone) {
            // Then it is closed.
        }
    }

    /** Closes with RST instead of FIN, which the kernel sends as soon as the selector has let go of the channel. */
    void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException gone) {
            // The client was faster.
        }
        close();
    }
}
