package dev.loomgate.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/** Answers {@code ok} over TLS, and writes down in which protocol it was asked how often, on how many connections. */
public final class TlsServer implements AutoCloseable {
    /** A request at once. */
    public static final int STREAMS = 10;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final Duration takes;
    private final Channel channel;

    /**
     * Listens.
     *
     * @param protocols that it offers, the best one first: {@code h2}, {@code http/1.1}
     * @param takes how long an answer takes
     */
    public TlsServer(TestCertificate certificate, Duration takes, String... protocols) {
        this.takes = takes;
        try {
            SslContext tls = SslContextBuilder.forServer(certificate.key())
                    .sslProvider(SslProvider.JDK)
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            List.of(protocols)))
                    .build();
            channel = new ServerBootstrap()
                    .group(loops)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(initializer(client -> {
                        connections.incrementAndGet();
                        client.pipeline().addLast(tls.newHandler(client.alloc()), new Negotiation());
                    }))
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .syncUninterruptibly()
                    .channel();
        } catch (SSLException e) {
            throw new IllegalStateException("no TLS", e);
        }
    }

    /** Where it listens. */
    public URI uri() {
        return URI.create("https://127.0.0.1:" + ((InetSocketAddress) channel.localAddress()).getPort());
    }

    /** Requests in a protocol. */
    public int asked(String protocol) {
        return asked.getOrDefault(protocol, new AtomicInteger()).get();
    }

    /** In all. */
    public int connections() {
        return connections.get();
    }

    /** Forgets the requests, and not the connections. */
    public void forget() {
        asked.clear();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private static ChannelInitializer<Channel> initializer(java.util.function.Consumer<Channel> task) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel client) {
                task.accept(client);
            }
        };
    }

    private final class Negotiation extends ApplicationProtocolNegotiationHandler {
        Negotiation() {
            super(ApplicationProtocolNames.HTTP_1_1);
        }

        @Override
        protected void configurePipeline(ChannelHandlerContext client, String protocol) {
            if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                client.pipeline()
                        .addLast(
                                Http2FrameCodecBuilder.forServer()
                                        .initialSettings(
                                                Http2Settings.defaultSettings().maxConcurrentStreams(STREAMS))
                                        .build(),
                                new Http2MultiplexHandler(initializer(stream -> stream.pipeline()
                                        .addLast(
                                                new Http2StreamFrameToHttpObjectCodec(true),
                                                new HttpObjectAggregator(1 << 16),
                                                new Answer(protocol)))));
            } else {
                client.pipeline()
                        .addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 16), new Answer(protocol));
            }
        }
    }

    private final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final String protocol;

        Answer(String protocol) {
            this.protocol = protocol;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext client, FullHttpRequest request) {
            asked.computeIfAbsent(protocol, none -> new AtomicInteger()).incrementAndGet();
            var unused = client.executor().schedule(() -> answer(client), takes.toNanos(), TimeUnit.NANOSECONDS);
        }

        private static void answer(ChannelHandlerContext client) {
            ByteBuf body = Unpooled.copiedBuffer("ok", StandardCharsets.UTF_8);
            DefaultFullHttpResponse response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, 2);
            var unused = client.writeAndFlush(response);
        }
    }
}
