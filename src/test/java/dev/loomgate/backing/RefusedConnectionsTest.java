package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A proxy that has no descriptor left for a while: it takes the connection later, and spins no selector meanwhile. */
@Timeout(60)
class RefusedConnectionsTest {
    private volatile boolean exhausted = true;
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void recoversOnceItHasDescriptorsAgainAndTellsItOnce() throws IOException {
        try (TalkingServer server = new TalkingServer(10);
                NettyDelayProxy proxy = NettyDelayProxy.start(
                        "127.0.0.1", server.port(), new Placement("", "", 1, 1, "not pinned"), Listener::new)) {
            server.talk(TalkingServer::echo);
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
                AtomicReference<Optional<String>> told = new AtomicReference<>(Optional.empty());
                await().until(() -> {
                    told.set(proxy.ended());
                    return told.get().isPresent();
                });
                assertThat(told.get())
                        .hasValueSatisfying(words ->
                                assertThat(words).contains("Too many open files", "raise the limit of open files"));

                // Three more tries: a selector that spins makes thousands of them at once.
                int before = calls.get();
                await().pollInterval(Duration.ofMillis(10)).until(() -> calls.get() >= before + 3);
                assertThat(calls.get()).isLessThan(before + 100);

                exhausted = false;
                client.getOutputStream().write(7);
                assertThat(client.getInputStream().read()).isEqualTo(7);
            }
            var unused = proxy.ended();
            assertThat(proxy.ended()).isEmpty();
        }
    }

    @Test
    void saysThatItCouldNotBeStarted() {
        assertThatThrownBy(
                        () -> NettyDelayProxy.start("127.0.0.1", 1, new Placement("", "", 1, 1, "not pinned"), () -> {
                            throw new ChannelException("Failed to open a socket.");
                        }))
                .isInstanceOf(BackingStartException.class)
                .hasMessage("The delay proxy could not be started: Failed to open a socket.");
    }

    /** Takes a connection only while there are descriptors. */
    private final class Listener extends NioServerSocketChannel {
        @Override
        protected int doReadMessages(List<Object> taken) throws Exception {
            calls.incrementAndGet();
            if (exhausted) {
                throw new IOException("Too many open files");
            }
            return super.doReadMessages(taken);
        }
    }
}
