package dev.loomgate.backing;

import dev.loomgate.server.Placement;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The proxy as one thread of this JVM, on the generator's CPUs. Answers are never early, and late by the millisecond
 * to which a selector waits.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what goes wrong with a channel is told to its handlers
final class NettyDelayProxy implements DelayProxy {
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final int BACKLOG = 4096;

    private final EventLoopGroup thread;
    private final InetSocketAddress target;
    private final Channel listener;
    private final AtomicLong delayNanos = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();
    private volatile boolean asked;

    private NettyDelayProxy(
            EventLoopGroup thread, InetSocketAddress target, ChannelFactory<? extends ServerChannel> listeners) {
        this.thread = thread;
        this.target = target;
        this.listener = new ServerBootstrap()
                .group(thread)
                .channelFactory(listeners)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        connect(client);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
        // Netty itself stops accepting for a second, so that a connection that can't be taken spins no selector.
        listener.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext accepting, Throwable why) {
                refused(why);
            }
        });
    }

    static NettyDelayProxy start(String targetHost, int targetPort, Placement placement) {
        return start(targetHost, targetPort, placement, NioServerSocketChannel::new);
    }

    /** @param listeners makes what takes connections; a test has it fail as when this JVM has no descriptor left */
    static NettyDelayProxy start(
            String targetHost, int targetPort, Placement placement, ChannelFactory<? extends ServerChannel> listeners) {
        EventLoopGroup thread = new MultiThreadIoEventLoopGroup(
                1, Thread.ofPlatform().daemon().name("loomgate-proxy").factory(), NioIoHandler.newFactory());
        try {
            if (!thread.submit(placement::pinThisThread).syncUninterruptibly().getNow()) {
                throw new IOException("its thread could not be moved to CPU " + placement.generatorCpus());
            }
            return new NettyDelayProxy(
                    thread, new InetSocketAddress(InetAddress.getAllByName(targetHost)[0], targetPort), listeners);
        } catch (IOException | ChannelException e) {
            thread.shutdownGracefully();
            throw new BackingStartException("The delay proxy could not be started: " + e.getMessage(), e);
        }
    }

    private void refused(Throwable why) {
        Throwable cause = why.getCause() == null ? why : why.getCause();
        trouble.set("the delay proxy could not take a connection (" + cause.getMessage()
                + "): raise the limit of open files of this run");
    }

    /** Nothing is read from the client before there is a connection that takes it. */
    private void connect(SocketChannel client) {
        new Bootstrap()
                .group(thread)
                .channelFactory(NioSocketChannel::new)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new OneWay(client, delayNanos::get))
                .connect(target)
                .addListener((ChannelFuture connected) -> {
                    if (connected.isSuccess()) {
                        join(client, (SocketChannel) connected.channel());
                        return;
                    }
                    if (!(connected.cause() instanceof ConnectException)) {
                        refused(connected.cause());
                    }
                    // As if the client had asked the database itself: the connection does not come about.
                    client.close();
                });
    }

    private void join(SocketChannel client, SocketChannel database) {
        connections.incrementAndGet();
        client.closeFuture().addListener(closed -> connections.decrementAndGet());
        client.pipeline().addLast(new OneWay(database, () -> 0));
        client.config().setAutoRead(true);
        database.config().setAutoRead(true);
    }

    @Override
    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
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
        return asked || listener.isOpen()
                ? Optional.ofNullable(trouble.getAndSet(null))
                : Optional.of("the delay proxy has ended: it takes no connections any more");
    }

    @Override
    public String inWords() {
        return "Loomgate's own, a thread of the harness on the generator's CPUs; holds back what the database answers";
    }

    @Override
    public void close() {
        asked = true;
        thread.shutdownGracefully(0, END_LIMIT.toSeconds(), TimeUnit.SECONDS)
                .awaitUninterruptibly(END_LIMIT.toMillis());
    }

    /**
     * One direction of a connection: what has arrived is handed on in order, each part when it is due, and the end of
     * the stream as half-close. Used by one thread.
     */
    private static final class OneWay extends ChannelInboundHandlerAdapter {
        /** What it may owe: then nothing more is read, and TCP slows the sender down. */
        private static final int MOST_BYTES = 1 << 20;

        private final SocketChannel to;
        private final LongSupplier delayNanos;
        private final Deque<Part> waiting = new ArrayDeque<>();
        private long lastDueNanos = System.nanoTime();
        private boolean scheduled;
        private int owed;
        private boolean readAll;

        OneWay(SocketChannel to, LongSupplier delayNanos) {
            this.to = to;
            this.delayNanos = delayNanos;
        }

        /** @param bytes empty for the end of the stream */
        private record Part(ByteBuf bytes, boolean end, long dueNanos) {}

        @Override
        public void channelRead(ChannelHandlerContext from, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            owe(from.channel(), bytes.readableBytes());
            hold(from.channel(), bytes, false);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext from, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                readAll = true;
                hold(from.channel(), Unpooled.EMPTY_BUFFER, true);
                closeWhenDone((SocketChannel) from.channel());
            }
        }

        private void hold(Channel from, ByteBuf bytes, boolean end) {
            long due = System.nanoTime() + delayNanos.getAsLong();
            // A delay that was made shorter must not let later bytes overtake earlier ones.
            if (due - lastDueNanos > 0) {
                lastDueNanos = due;
            }
            waiting.add(new Part(bytes, end, lastDueNanos));
            release(from);
        }

        private void release(Channel from) {
            long now = System.nanoTime();
            while (!waiting.isEmpty() && now - waiting.getFirst().dueNanos() >= 0) {
                handOn(from, waiting.removeFirst());
            }
            if (!waiting.isEmpty() && !scheduled) {
                scheduled = true;
                var unused = from.eventLoop()
                        .schedule(
                                () -> {
                                    scheduled = false;
                                    release(from);
                                },
                                waiting.getFirst().dueNanos() - now,
                                TimeUnit.NANOSECONDS);
            }
        }

        private void handOn(Channel from, Part part) {
            int bytes = part.bytes().readableBytes();
            to.writeAndFlush(part.bytes()).addListener(written -> {
                owe(from, -bytes);
                if (!written.isSuccess()) {
                    from.close();
                    to.close();
                } else if (part.end()) {
                    to.shutdownOutput().addListener(shut -> closeWhenDone(to));
                }
            });
        }

        private void owe(Channel from, int bytes) {
            owed += bytes;
            from.config().setAutoRead(owed < MOST_BYTES);
        }

        private static void closeWhenDone(SocketChannel channel) {
            if (channel.isInputShutdown() && channel.isOutputShutdown()) {
                channel.close();
            }
        }

        /** Without an end of its stream the connection broke, and what is held back is not needed any more. */
        @Override
        public void channelInactive(ChannelHandlerContext from) {
            if (!readAll) {
                to.close();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext from, Throwable why) {
            from.close();
            to.close();
        }
    }
}
