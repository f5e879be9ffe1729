package dev.loomgate.backing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A client's connection and the one to the database that belongs to it. */
final class ProxiedConnection {
    private final SocketChannel client;
    private final SocketChannel database;
    private final SelectionKey clientKey;
    private final SelectionKey databaseKey;
    private final OneWay questions;
    private final OneWay answers;

    private ProxiedConnection(SocketChannel client, SocketChannel database, Selector selector) throws IOException {
        this.client = client;
        this.database = database;
        for (SocketChannel channel : new SocketChannel[] {client, database}) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        long now = System.nanoTime();
        this.questions = new OneWay(client, database, now);
        this.answers = new OneWay(database, client, now);
        this.clientKey = client.register(selector, SelectionKey.OP_READ, this);
        this.databaseKey = database.register(selector, SelectionKey.OP_READ, this);
    }

    /** Connects to the database at once: on one machine that takes microseconds, or fails. */
    static ProxiedConnection open(SocketChannel client, InetSocketAddress target, Selector selector)
            throws IOException {
        SocketChannel database = SocketChannel.open();
        try {
            database.connect(target);
            return new ProxiedConnection(client, database, selector);
        } catch (IOException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Moves bytes as far as they go.
     *
     * @return when what was read from the database may go on; {@code now} when nothing was
     */
    long move(ByteBuffer scratch, long now, long delayNanos) throws IOException {
        long due = now;
        if (clientKey.isReadable()) {
            questions.read(scratch, now, 0);
        }
        if (databaseKey.isReadable()) {
            due = answers.read(scratch, now, delayNanos);
        }
        flush(now);
        return due;
    }

    void flush(long now) throws IOException {
        questions.write(now);
        answers.write(now);
        if (questions.done() && answers.done()) {
            close();
            return;
        }
        clientKey.interestOps(interest(questions, answers, now));
        databaseKey.interestOps(interest(answers, questions, now));
    }

    private static int interest(OneWay read, OneWay written, long now) {
        return (read.wantsToRead() ? SelectionKey.OP_READ : 0) | (written.isDue(now) ? SelectionKey.OP_WRITE : 0);
    }

    boolean open() {
        return client.isOpen();
    }

    void close() {
        for (SocketChannel channel : new SocketChannel[] {client, database}) {
            try {
                channel.close();
            } catch (IOException e) {
                // It is of no use any more.
            }
        }
    }
}
