package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.plan.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over TLS, only the server is believed whose certificate the file names. */
@Timeout(60)
class HttpAnswerTlsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static TestCertificate own;

    private static TestCertificate others;

    @BeforeAll
    static void makeCertificates() {
        own = TestCertificate.in(folder, "shop.example");
        others = TestCertificate.in(folder, "elsewhere.example");
    }

    /** It was made for another name than the address of this machine. */
    @Test
    void readsFromTheServerWithTheCertificateOfTheFile() throws IOException {
        try (TlsServer server = new TlsServer(own, Duration.ZERO, "h2", "http/1.1")) {
            assertThat(HttpAnswer.to(protocol(own, false), server.uri(), LIMIT).body())
                    .isEqualTo("ok");
            assertThat(server.asked("http/1.1")).isOne();

            assertThat(HttpAnswer.to(protocol(own, true), server.uri(), LIMIT).body())
                    .isEqualTo("ok");
            assertThat(server.asked("h2")).isOne();
        }
    }

    @Test
    void anotherCertificateIsSaidWithBothNames() {
        try (TlsServer server = new TlsServer(own, Duration.ZERO, "http/1.1")) {
            assertThatExceptionOfType(WrongProtocolException.class)
                    .isThrownBy(() -> HttpAnswer.to(protocol(others, false), server.uri(), LIMIT))
                    .withMessageContaining("it presents a certificate of 'CN=shop.example'")
                    .withMessageContaining("'certificate' of the file is of 'CN=elsewhere.example'");
        }
    }

    @Test
    void aServerWithoutHttp2IsSaid() {
        try (TlsServer server = new TlsServer(own, Duration.ZERO, "http/1.1")) {
            assertThatExceptionOfType(WrongProtocolException.class)
                    .isThrownBy(() -> HttpAnswer.to(protocol(own, true), server.uri(), LIMIT))
                    .withMessageContaining("it speaks HTTP/1.1 over TLS, and 'http: 2' of the file wants HTTP/2");
        }
    }

    @Test
    void aServerWithoutTlsIsSaid() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> refuseOnce(server));
            URI uri = URI.create("https://127.0.0.1:" + server.getLocalPort() + "/");

            assertThatExceptionOfType(WrongProtocolException.class)
                    .isThrownBy(() -> HttpAnswer.to(protocol(own, false), uri, LIMIT))
                    .withMessageContaining("it does not speak TLS there, and 'tls' of the file says so");
        }
    }

    private static void refuseOnce(ServerSocket server) {
        try (Socket client = server.accept()) {
            client.getInputStream().read(new byte[4096]);
            client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // The test is over.
        }
    }

    private static Protocol protocol(TestCertificate certificate, boolean http2) {
        return new Protocol(List.of(certificate.certificate()), http2);
    }
}
