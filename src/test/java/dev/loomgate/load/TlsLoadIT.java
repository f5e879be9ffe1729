package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import dev.loomgate.server.TestCertificate;
import dev.loomgate.server.TlsServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load over TLS, against a server that writes down in which protocol it was asked. */
@Tag("untimed")
class TlsLoadIT {
    private static final Duration TAKES = Duration.ofMillis(5);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void whatIsMeasuredIsHttp1OrHttp2AsOrdered() {
        TestCertificate certificate = TestCertificate.in(folder, "localhost");
        try (LoadGenerator generator = UnpinnedGenerator.in(folder);
                TlsServer one = new TlsServer(certificate, TAKES, "h2", "http/1.1");
                TlsServer two = new TlsServer(certificate, TAKES, "h2", "http/1.1")) {
            PlayedRun http1 = PlayedRun.of(order(one, false)).beforeMeasuring(one::forget);
            PlayedRun http2 = PlayedRun.of(order(two, true)).beforeMeasuring(two::forget);

            http1.play(generator, 1);
            http2.play(generator, 1);

            assertMeasured(http1);
            assertThat(one.asked("http/1.1")).isEqualTo(100);
            assertThat(one.asked("h2")).isZero();
            assertMeasured(http2);
            assertThat(two.asked("h2")).isEqualTo(100);
            assertThat(two.asked("http/1.1")).isZero();
        }
    }

    private static void assertMeasured(PlayedRun run) {
        assertThat(run.loads()).singleElement().satisfies(load -> {
            assertThat(load.started()).isEqualTo(100);
            assertThat(load.good()).isEqualTo(100);
            assertThat(load.latency().getMinValue()).isGreaterThanOrEqualTo(TAKES.toNanos());
        });
    }

    private LoadOrder order(TlsServer server, boolean http2) {
        return new LoadOrder(
                "tls",
                new Address(server.uri().toString(), "", http2),
                Requests.of(HttpRequest.get("/", "ok")),
                new Arrivals.Open(100),
                Duration.ofSeconds(1).toMillis(),
                0,
                1,
                4,
                500,
                1000,
                folder.resolve("gatling").toString(),
                folder.resolve("hlog").toString(),
                "tls",
                null);
    }
}
