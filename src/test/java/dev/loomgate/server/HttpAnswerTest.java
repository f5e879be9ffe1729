package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A question always ends, whatever the server does. */
@Timeout(30)
class HttpAnswerTest {
    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

    @SuppressWarnings("NullAway.Init") // set before each test
    private ServerSocket server;

    private final CountDownLatch over = new CountDownLatch(1);

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        over.countDown();
        server.close();
    }

    @Test
    void readsAWholeAnswer() throws IOException {
        answer(out -> out.write((HEAD + "Content-Length: 2\r\n\r\nok").getBytes(StandardCharsets.UTF_8)));

        HttpAnswer answer = HttpAnswer.to(uri(), Duration.ofSeconds(20));

        assertThat(answer.good()).isTrue();
        assertThat(answer.body()).isEqualTo("ok");
    }

    @Test
    void endsWhenNothingIsSaid() {
        answer(out -> stall());

        assertThatIOException().isThrownBy(() -> HttpAnswer.to(uri(), LIMIT)).withMessageContaining("not complete");
    }

    @Test
    void endsWhenTheBodyStallsAfterItsHead() {
        answer(out -> {
            out.write((HEAD + "Content-Length: 2\r\n\r\no").getBytes(StandardCharsets.UTF_8));
            out.flush();
            stall();
        });

        assertThatIOException().isThrownBy(() -> HttpAnswer.to(uri(), LIMIT)).withMessageContaining("not complete");
    }

    /** Each byte comes in time, the whole never does. */
    @Test
    void endsWhenTheBodyTrickles() {
        answer(out -> {
            out.write((HEAD + "\r\n").getBytes(StandardCharsets.UTF_8));
            do {
                out.write('o');
                out.flush();
            } while (!over.await(20, TimeUnit.MILLISECONDS)); // how slowly this server speaks
        });

        assertThatIOException().isThrownBy(() -> HttpAnswer.to(uri(), LIMIT)).withMessageContaining("not complete");
    }

    @Test
    void endsWhenTheBodyNeverEnds() {
        byte[] much = new byte[1 << 20];
        answer(out -> {
            out.write((HEAD + "\r\n").getBytes(StandardCharsets.UTF_8));
            while (!server.isClosed()) {
                out.write(much);
            }
        });

        assertThatIOException()
                .isThrownBy(() -> HttpAnswer.to(uri(), Duration.ofSeconds(20)))
                .withMessageContaining("more than 16 MiB");
    }

    @Test
    void takesARedirectAsTheAnswer() throws IOException {
        answer(out -> out.write(
                "HTTP/1.1 302 Found\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8)));

        assertThat(HttpAnswer.to(uri(), Duration.ofSeconds(20)).status()).isEqualTo(302);
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/empty");
    }

    private interface Answer {
        void to(OutputStream out) throws IOException, InterruptedException;
    }

    private void answer(Answer answer) {
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                socket.getInputStream().read(new byte[4096]);
                answer.to(socket.getOutputStream());
            } catch (IOException | InterruptedException e) {
                // The test is over.
            }
        });
    }

    /** Until the test is over. */
    private void stall() throws InterruptedException {
        over.await();
    }
}
