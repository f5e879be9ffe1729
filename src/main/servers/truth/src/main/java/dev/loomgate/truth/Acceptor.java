package dev.loomgate.truth;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread that accepts connections and hands them to the event loop, at once or after the scripted time. */
final class Acceptor implements Runnable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ServerSocketChannel server;
    private final Selector selector;
    private final Gate gate;
    private final Waiter waiter;
    private final Loop loop;
    private final long delayNanos;
    private boolean complained;

    /** Accepts from now on, in the kernel; {@link #start} takes the connections. */
    Acceptor(InetSocketAddress address, int queue, Gate gate, Waiter waiter, Loop loop, long delayNanos)
            throws IOException {
        this.server = ServerSocketChannel.open();
        this.selector = Selector.open();
        this.gate = gate;
        this.waiter = waiter;
        this.loop = loop;
        this.delayNanos = delayNanos;
        server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        server.bind(address, queue);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    void start() {
        Thread.ofPlatform().name("truth-acceptor").start(this);
    }

    @Override
    public void run() {
        while (true) {
            try {
                selector.select(key -> {});
                acceptAll();
            } catch (IOException failed) {
                complain(failed);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
    }

    private void acceptAll() throws IOException {
        while (true) {
            long now = gate.pass();
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Connection connection = new Connection(channel);
            if (delayNanos > 0) {
                waiter.await(connection, now + delayNanos);
            } else {
                loop.open(connection);
            }
        }
    }

    /** Once is enough: no more open files, for example, comes again and again. */
    private void complain(IOException failed) {
        if (!complained) {
            complained = true;
            System.err.println("The truth server can't accept connections: " + failed);
        }
    }
}
