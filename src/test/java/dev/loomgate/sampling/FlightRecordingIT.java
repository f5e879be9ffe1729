package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.sampling.FlightFacts.Share;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A recording tells again what a JVM is known to have done. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
class FlightRecordingIT {
    private static final String BURN = KnownServer.class.getName() + ".burn";

    @TempDir
    static Path folder;

    private ForkedKnownServer server;
    private Sampler sampler;
    private Path file;
    private FlightFacts facts;

    @BeforeAll
    void record() throws IOException {
        file = folder.resolve("jfr").resolve("known.jfr");
        server = ForkedKnownServer.start(folder);
        sampler = Attach.to(server);
        sampler.startRecording();
        server.tell("keep", 24, 0);
        // Ten times what the recording and the sampler's questions allocate themselves.
        server.tell("allocate", 80_000, 10_000);
        server.tell("collect", 5, 0);
        server.tell("burn", 2_000, 0);
        Flight flight = sampler.stopRecording(file);
        assertThat(flight).isInstanceOf(Flight.Recorded.class);
        facts = ((Flight.Recorded) flight).facts();
    }

    @AfterAll
    void stop() {
        sampler.close();
        server.close();
    }

    @Test
    void findsTheMethodThatBurnsAndHowDeepItIsCalled() {
        assertThat(facts.hottest().getFirst().name()).isEqualTo(BURN);
        assertThat(facts.hottest().getFirst().share()).isGreaterThan(0.5);
        // main, obey, burn; threads of the JVM that answer the sampler are deeper.
        assertThat(facts.stackHeight()).isBetween(3.0, 12.0);
        assertThat(facts.kernelShare()).isZero();
    }

    /** 2,000 ms, nearly all: on a busy machine 1,890 was seen. What runs in the burning thread beside it is little. */
    @Test
    void samplesAllCpuTime() {
        assertThat(facts.ofCpuTime()).isTrue();
        assertThat(facts.sampled().toMillis() * facts.hottest().getFirst().share())
                .isBetween(1_800.0, 2_100.0);
    }

    /** Five were asked for; the counts of objects at both ends of the recording collect, too. */
    @Test
    void countsCollections() {
        assertThat(facts.collections())
                .filteredOn(collections -> collections.kind().equals("old"))
                .singleElement()
                .satisfies(old -> {
                    assertThat(old.count()).isBetween(5L, 9L);
                    assertThat(old.longest()).isPositive().isLessThanOrEqualTo(old.sum());
                    assertThat(old.average()).isLessThanOrEqualTo(old.longest());
                });
        assertThat(facts.safepoints().count()).isGreaterThanOrEqualTo(5);
        assertThat(facts.safepoints().sum()).isGreaterThan(Duration.ZERO);
    }

    @Test
    void tellsWhatFillsTheHeapAndWhatIsAllocated() {
        assertThat(facts.occupying()).first().satisfies(this::isBytes);
        assertThat(facts.allocating()).first().satisfies(this::isBytes);
    }

    private void isBytes(Share share) {
        assertThat(share.name()).isEqualTo("[B");
        assertThat(share.share()).isBetween(0.8, 1.0);
    }

    @Test
    void drawsTheFlameGraphBesideIt() {
        assertThat(FlameGraph.beside(file))
                .hasFileName("known.flame.html")
                .content()
                .contains("<html", "KnownServer.", "burn");
    }
}
