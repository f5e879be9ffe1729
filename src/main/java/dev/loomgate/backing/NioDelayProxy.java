package dev.loomgate.backing;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The proxy as one thread of this JVM, on the generator's CPUs. Answers are never early, and late by the millisecond to which a selector waits. */
final class NioDelayProxy implements DelayProxy {
    private static final String HOST = "127.0.0.1";
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

    /** Without a descriptor left a connection stays in the kernel's queue, and the selector would report it again at once, for ever: so it is not asked for a while. */
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
    public String host() {
        return HOST;
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

    /** A connection that it could not take is told once: the cell in which that happened is invalid, those after it are not. */
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
}
