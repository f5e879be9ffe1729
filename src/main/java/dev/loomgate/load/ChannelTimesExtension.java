package dev.loomgate.load;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Netty's hook into each new connection of a client: puts {@link ChannelTimes} next to the socket while a simulation of
 * the user's runs, and does nothing otherwise. Netty finds it as a service, with {@link #PROPERTY}.
 */
public final class ChannelTimesExtension extends ChannelInitializerExtension {
    /** What Netty has to be told at the start of the JVM. */
    static final String PROPERTY = "-Dio.netty.bootstrap.extensions=serviceload";

    private static final AtomicReference<@Nullable SimulationRecorder> CURRENT = new AtomicReference<>();

    /** For Netty. */
    public ChannelTimesExtension() {}

    /** From now on the connections are timed for this one; for none when it is null. */
    static void use(@Nullable SimulationRecorder recorder) {
        CURRENT.set(recorder);
    }

    @Override
    public void postInitializeClientChannel(Channel channel) {
        SimulationRecorder recorder = CURRENT.get();
        if (recorder != null) {
            channel.pipeline().addFirst(new ChannelTimes(recorder));
        }
    }
}
