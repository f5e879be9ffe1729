package dev.loomgate.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** The event loop: reads requests and acts on them. */
final class Loop implements Runnable {
    private final Selector selector;
    private final Gate gate;
    private final Requests requests;
    private final Replies replies;
    private final ByteBuffer read = ByteBuffer.wrap(new byte[Head.LONGEST]);
    private final Head head = new Head();
    /** Made once, not with every select. */
    private final Consumer<SelectionKey> ready = this::ready;

    private final Queue<Connection> opened = new ConcurrentLinkedQueue<>();
    private final Queue<Connection> toReset = new ConcurrentLinkedQueue<>();
    private final Queue<Connection> toContinue = new ConcurrentLinkedQueue<>();

    Loop(Gate gate, Requests requests, Replies replies) throws IOException {
        this.selector = Selector.open();
        this.gate = gate;
        this.requests = requests;
        this.replies = replies;
    }

    void start() {
        Thread.ofPlatform().name("truth-loop").start(this);
    }

    void open(Connection connection) {
        opened.add(connection);
        selector.wakeup();
    }

    void reset(Connection connection) {
        toReset.add(connection);
        selector.wakeup();
    }

    /** There may be a next request that was read already. */
    void answered(Connection connection) {
        if (connection.keptLength > 0) {
            toContinue.add(connection);
            selector.wakeup();
        }
    }

    /** A channel that another thread closed stays open until the selector looks. */
    void letGo() {
        selector.wakeup();
    }

    @Override
    public void run() {
        while (true) {
            try {
                selector.select(ready);
                gate.pass();
                takeOver();
            } catch (IOException broken) {
                throw new IllegalStateException("the selector is broken", broken);
            }
        }
    }

    private void takeOver() throws IOException {
        for (Connection next = toReset.poll(); next != null; next = toReset.poll()) {
            replies.send(next);
            selector.selectNow(ready);
        }
        for (Connection next = opened.poll(); next != null; next = opened.poll()) {
            register(next);
        }
        for (Connection next = toContinue.poll(); next != null; next = toContinue.poll()) {
            proceed(next);
        }
    }

    private void register(Connection connection) {
        connection.opened = true;
        try {
            connection.channel.register(selector, SelectionKey.OP_READ, connection);
        } catch (ClosedChannelException gone) {
            // The client did not wait.
        }
    }

    private void ready(SelectionKey key) {
        gate.pass();
        Connection connection = (Connection) key.attachment();
        try {
            read.clear();
            read.put(connection.kept, 0, connection.keptLength);
            int got = read.hasRemaining() ? connection.channel.read(read) : -1;
            if (got < 0) {
                connection.close();
                return;
            }
            if (connection.busy()) {
                keep(connection, 0);
                continueIfAnswered(connection);
            } else {
                requests(connection);
            }
        } catch (IOException gone) {
            connection.close();
        }
    }

    private void proceed(Connection connection) {
        if (!connection.busy()) {
            read.clear();
            read.put(connection.kept, 0, connection.keptLength);
            requests(connection);
        }
    }

    /** All requests that are complete, until one of them waits for its answer. */
    private void requests(Connection connection) {
        long arrived = System.nanoTime();
        int from = 0;
        int to = read.position();
        int length = Head.length(read.array(), from, to);
        while (length > 0) {
            head.read(read.array(), from, from + length);
            if (head.bodyLength() > to - from - length) {
                break; // The rest of its body is on the way.
            }
            from += length + head.bodyLength();
            if (!requests.act(connection, head, arrived)) {
                break;
            }
            arrived = System.nanoTime();
            length = Head.length(read.array(), from, to);
        }
        keep(connection, from);
    }

    private void keep(Connection connection, int from) {
        int length = read.position() - from;
        if (length > connection.kept.length) {
            connection.kept = Arrays.copyOf(connection.kept, length);
        }
        System.arraycopy(read.array(), from, connection.kept, 0, length);
        connection.keptLength = length;
        if (from > 0) {
            continueIfAnswered(connection);
        }
    }

    /** The answer may have left before the next request was kept: then the thread that sent it saw nothing to continue with. */
    private void continueIfAnswered(Connection connection) {
        if (!connection.busy() && connection.channel.isOpen()) {
            answered(connection);
        }
    }
}
