package dev.loomgate.load;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;

/**
 * The times of one connection, at its socket: below Gatling's client, its decoders and TLS. Netty puts one into each
 * connection of a simulation ({@link ChannelTimesExtension}); who handles an answer finds the connection that has
 * brought it with {@link #reading}, because Netty calls all handlers of an answer on the thread that has read it.
 *
 * <p>HTTP/1.1: one request is under way at a time. All calls come from the connection's event loop.
 */
final class ChannelTimes extends ChannelDuplexHandler {
    private static final ThreadLocal<ChannelTimes> READING = new ThreadLocal<>();

    private final SimulationRecorder recorder;
    private final long openedNanos = System.nanoTime();
    private long writtenNanos;
    private long readNanos;
    private boolean readSinceWrite = true;
    private boolean waiting;
    private boolean answeredBefore;
    private boolean http2;

    ChannelTimes(SimulationRecorder recorder) {
        this.recorder = recorder;
    }

    /** The connection that brings what is handled now on this thread; empty when nothing has come. */
    static Optional<ChannelTimes> reading() {
        return Optional.ofNullable(READING.get());
    }

    /**
     * When a request was under way, in {@link System#nanoTime}.
     *
     * @param sent when Gatling turned to it: a new connection was begun, or its bytes were written to one that was open
     * @param written when its first bytes were written to the socket
     * @param answered when the last bytes of the answer were read from it
     */
    record Times(long sent, long written, long answered) {}

    /** Of the request whose answer is handled now. */
    Times answered() {
        Times times = new Times(answeredBefore ? writtenNanos : openedNanos, writtenNanos, readNanos);
        answeredBefore = true;
        waiting = false;
        return times;
    }

    /** Then several requests may be under way, and nothing tells which one bytes belong to. */
    boolean isHttp2() {
        return http2;
    }

    /** What is written after something was read begins a request; behind a TLS handshake, too. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        if (readSinceWrite) {
            readSinceWrite = false;
            writtenNanos = System.nanoTime();
        }
        waiting = true;
        super.write(context, message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        readNanos = System.nanoTime();
        readSinceWrite = true;
        handled(() -> context.fireChannelRead(message));
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        http2 = http2 || context.pipeline().get(Http2ConnectionHandler.class) != null;
        handled(context::fireChannelReadComplete);
    }

    /** The end of an answer without a length, or of one that never came. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        readNanos = System.nanoTime();
        handled(context::fireChannelInactive);
        // With TLS the last thing that is written says goodbye.
        if (waiting && context.pipeline().get(SslHandler.class) == null) {
            recorder.leftAlone();
        }
    }

    private void handled(Runnable handlers) {
        ChannelTimes before = READING.get();
        READING.set(this);
        try {
            handlers.run();
        } finally {
            if (before == null) {
                READING.remove();
            } else {
                READING.set(before);
            }
        }
    }
}
