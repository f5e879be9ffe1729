package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Our own proxy: what every one does, and what only it promises. */
@Tag("untimed")
class DelayProxyIT extends DelayProxyContract {
    @SuppressWarnings("NullAway.Init") // set before each test
    private NettyDelayProxy proxy;

    @Override
    DelayProxy startProxy(int port) {
        proxy = NettyDelayProxy.start("127.0.0.1", port, Placement.ofMachine());
        return proxy;
    }

    @Override
    void awaitConnections(int open) {
        await().atMost(FOR_EVER).until(() -> proxy.connections() == open);
    }

    @Test
    void handsOnAllBytesInOrderBothWays() throws Exception {
        server.talk(TalkingServer::echo);
        proxy.delay(Duration.ofMillis(5));
        byte[] sent = randomBytes(3 << 20);
        try (Socket client = client()) {
            Future<?> writing = threads.submit(() -> {
                client.getOutputStream().write(sent);
                client.shutdownOutput();
                return true;
            });
            byte[] received = client.getInputStream().readAllBytes();

            assertThat(received).isEqualTo(sent);
            writing.get();
        }
    }

    @Test
    void handsOnAHalfCloseAndStillAnswers() throws IOException {
        server.talk(socket -> {
            byte[] question = socket.getInputStream().readAllBytes();
            socket.getOutputStream().write(question.length);
        });
        proxy.delay(Duration.ofMillis(50));
        try (Socket client = client()) {
            client.getOutputStream().write(new byte[7]);
            client.shutdownOutput();

            assertThat(client.getInputStream().readAllBytes()).containsExactly(7);
        }
    }

    @Test
    void slowsASenderDownWhoseReceiverDoesNotRead() throws Exception {
        int all = 64 << 20;
        AtomicLong written = new AtomicLong();
        server.talk(socket -> {
            byte[] part = new byte[1 << 16];
            for (int i = 0; i < all / part.length; i++) {
                socket.getOutputStream().write(part);
                written.addAndGet(part.length);
            }
        });
        try (Socket client = client()) {
            AtomicLong before = new AtomicLong(-1);
            await().pollInterval(Duration.ofMillis(300))
                    .atMost(FOR_EVER)
                    .until(() -> written.get() > 0 && before.getAndSet(written.get()) == written.get());

            assertThat(written.get()).isLessThan(all);
            assertThat(client.getInputStream().readAllBytes()).hasSize(all);
        }
    }

    @Test
    void closesTheClientWhenTheServerIsGone() throws IOException {
        server.close();
        try (Socket client = client()) {
            assertThat(client.getInputStream().read()).isNegative();
        }
        assertThat(proxy.connections()).isZero();
        assertThat(proxy.ended()).isEmpty();
    }

    private static byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
