package dev.loomgate.backing;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The proxy as one thread of this JVM, on the generator's CPUs. Answers are never early, and late by the millisecond
 * to which a selector waits.
 */
final class NioDelayProxy implements DelayProxy {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final int BACKLOG = 4096;
    private static final int SCRATCH_BYTES = 1 << 16;

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final InetSocketAddress target;
    private final Placement placement;
    private final Thread thread;
    private final AtomicLong delayNanos = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<ProxiedConnection> open = new HashSet<>();
    private final HeldAnswers held = new HeldAnswers();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private final Acceptor acceptor;
    private final SelectionKey accepting;
    private long pausedUntilNanos;
    private boolean paused;
    private volatile boolean asked;
    private volatile @Nullable String failure;
    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();

    private NioDelayProxy(
            Selector selector,
            ServerSocketChannel listener,
            Acceptor acceptor,
            InetSocketAddress target,
            Placement placement)
            throws IOException {
        this.selector = selector;
        this.listener = listener;
        this.acceptor = acceptor;
        this.accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
        this.target = target;
        this.placement = placement;
        this.thread = Thread.ofPlatform().daemon().name("loomgate-proxy").unstarted(this::run);
    }

    /** How a connection is taken; a test has it fail as it does when this JVM has no descriptor left. */
    interface Acceptor {
        /** Null when there is none that waits. */
        @Nullable
        SocketChannel accept(ServerSocketChannel listener) throws IOException;
    }

    static NioDelayProxy start(String targetHost, int targetPort, Placement placement) {
        return start(targetHost, targetPort, placement, ServerSocketChannel::accept);
    }

    static NioDelayProxy start(String targetHost, int targetPort, Placement placement, Acceptor acceptor) {
        try {
            Selector selector = Selector.open();
            ServerSocketChannel listener = ServerSocketChannel.open();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            listener.configureBlocking(false);
            NioDelayProxy proxy = new NioDelayProxy(
                    selector,
                    listener,
                    acceptor,
                    new InetSocketAddress(InetAddress.getAllByName(targetHost)[0], targetPort),
                    placement);
            proxy.thread.start();
            return proxy;
        } catch (IOException e) {
            throw new BackingStartException("The delay proxy could not be started: " + e.getMessage(), e);
        }
    }

    private void run() {
        try (selector;
                listener) {
            if (!placement.pinThisThread()) {
                throw new IOException("its thread could not be moved to CPU " + placement.generatorCpus());
            }
            while (!asked) {
                selector.select(this::serve, millisToNext());
                goOnAccepting();
                release();
            }
        } catch (IOException | RuntimeException e) {
            failure = String.valueOf(e);
        } finally {
            open.forEach(ProxiedConnection::close);
        }
    }

    private void serve(SelectionKey key) {
        if (key.attachment() instanceof ProxiedConnection connection) {
            move(connection);
        } else {
            accept();
        }
    }

    /**
     * Without a descriptor left a connection stays in the kernel's queue, and the selector would report it again at
     * once, for ever: so it is not asked for a while.
     */
    private void accept() {
        try {
            for (SocketChannel client = acceptor.accept(listener); client != null; client = acceptor.accept(listener)) {
                connect(client);
            }
        } catch (IOException e) {
            refused(e);
            paused = true;
            pausedUntilNanos = System.nanoTime() + PAUSE.toNanos();
            accepting.interestOps(0);
        }
    }

    private void goOnAccepting() {
        if (paused && System.nanoTime() - pausedUntilNanos >= 0) {
            paused = false;
            accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    private long millisToNext() {
        long next = held.millisToNext();
        return paused ? Math.min(next == 0 ? PAUSE.toMillis() : next, PAUSE.toMillis()) : next;
    }

    private void refused(IOException why) {
        trouble.set("the delay proxy could not take a connection (" + why.getMessage()
                + "): raise the limit of open files of this run");
    }

    private void connect(SocketChannel client) throws IOException {
        try {
            open.add(ProxiedConnection.open(client, target, selector));
            connections.set(open.size());
        } catch (ConnectException e) {
            // As if the client had asked the database itself: the connection does not come about.
            client.close();
        } catch (IOException e) {
            refused(e);
            client.close();
        }
    }

    private void move(ProxiedConnection connection) {
        try {
            long now = System.nanoTime();
            long due = connection.move(scratch, now, delayNanos.get());
            if (due - now > 0) {
                held.add(connection, due);
            }
        } catch (IOException | CancelledKeyException e) {
            connection.close();
        }
        forgetWhenClosed(connection);
    }

    private void release() {
        for (ProxiedConnection connection : held.due()) {
            try {
                if (connection.open()) {
                    connection.flush(System.nanoTime());
                }
            } catch (IOException | CancelledKeyException e) {
                connection.close();
            }
            forgetWhenClosed(connection);
        }
    }

    private void forgetWhenClosed(ProxiedConnection connection) {
        if (!connection.open() && open.remove(connection)) {
            connections.set(open.size());
        }
    }

    @Override
    public int port() {
        return listener.socket().getLocalPort();
    }

    @Override
    public void delay(Duration delay) {
        delayNanos.set(delay.toNanos());
    }

    /** Connections that lead through it now. */
    int connections() {
        return connections.get();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    /**
     * A connection that it could not take is told once: the cell in which that happened is invalid, those after it are
     * not.
     */
    @Override
    public Optional<String> ended() {
        return Optional.ofNullable(failure)
                .map(why -> "the delay proxy has ended: " + why)
                .or(() -> Optional.ofNullable(trouble.getAndSet(null)));
    }

    @Override
    public String inWords() {
        return "Loomgate's own, a thread of the harness on the generator's CPUs; holds back what the database answers";
    }

    @Override
    public void close() {
        asked = true;
        selector.wakeup();
        try {
            thread.join(END_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * One direction of a proxied connection: what was read and is not written yet, in order, each part with the time
     * from which it may go. Used by one thread.
     */
    static final class OneWay {
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

    /** A client's connection and the one to the database that belongs to it. */
    static final class ProxiedConnection {
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

    /** When which connection has an answer that may go on. Used by one thread. */
    private static final class HeldAnswers {
        private static final long NANOS_PER_MILLI = 1_000_000;

        /** {@code nanoTime} may wrap around; what has passed since some moment does not. */
        private static final long ORIGIN_NANOS = System.nanoTime();

        private final PriorityQueue<Held> waiting =
                new PriorityQueue<>(Comparator.comparingLong(held -> held.dueNanos() - ORIGIN_NANOS));

        private record Held(ProxiedConnection connection, long dueNanos) {}

        void add(ProxiedConnection connection, long dueNanos) {
            waiting.add(new Held(connection, dueNanos));
        }

        /** Never too short; 0, which means for ever, when nothing waits. */
        long millisToNext() {
            Held next = waiting.peek();
            return next == null ? 0 : Math.max(1, Math.ceilDiv(next.dueNanos() - System.nanoTime(), NANOS_PER_MILLI));
        }

        /** Those whose time has come, the earliest first; they wait no longer. */
        Set<ProxiedConnection> due() {
            Set<ProxiedConnection> due = new LinkedHashSet<>();
            for (Held next = waiting.peek();
                    next != null && System.nanoTime() - next.dueNanos() >= 0;
                    next = waiting.peek()) {
                due.add(waiting.remove().connection());
            }
            return due;
        }
    }
}
