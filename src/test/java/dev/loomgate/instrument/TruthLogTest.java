package dev.loomgate.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomgate.instrument.TruthLog.Outcome;
import dev.loomgate.instrument.TruthLog.Phase;
import dev.loomgate.instrument.TruthLog.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TruthLogTest {
    private static final String HEADER = "phase,place,arrived-ns,replied-ns,delay-ns,burned-ns,outcome";
    private static final List<String> THREE_PHASES = List.of(
            HEADER,
            "1,0,100,150,50,0,ok",
            "2,0,1000,1050,50,7,ok",
            "2,1,1100,1150,50,7,reset",
            "3,0,9000,9050,50,0,half",
            "3,1,9100,9150,50,0,error",
            "3,2,9200,9250,50,0,ok");

    @Test
    void tellsRequestsByPhaseWithTheirTimesAndOutcomes() {
        TruthLog log = TruthLog.parse(THREE_PHASES, "log");

        assertThat(log.phases()).extracting(Phase::number).containsExactly(1, 2, 3);
        assertThat(log.phases().get(1).requests())
                .containsExactly(new Request(1000, 1050, 7, Outcome.OK), new Request(1100, 1150, 7, Outcome.RESET));
        assertThat(log.phases().get(2).count(Outcome.HALF)).isEqualTo(1);
        assertThat(log.phases().get(2).count(Outcome.RESET)).isZero();
    }

    @Test
    void skipsCommentsInFrontOfTheHeader(@TempDir Path folder) throws Exception {
        Path file =
                Files.writeString(folder.resolve("log.csv"), "# delay constant 5ms\n" + HEADER + "\n1,0,1,2,1,0,ok\n");

        assertThat(TruthLog.read(file).phases()).hasSize(1);
    }

    @Test
    void takesTheLastPhasesForTheIterations() {
        assertThat(TruthLog.parse(THREE_PHASES, "log").iterations(List.of(2L, 3L)))
                .extracting(Phase::number, phase -> phase.requests().size())
                .containsExactly(tuple(2, 2), tuple(3, 3));
    }

    @Test
    void joinsWhatAStallOfTheGeneratorParted() {
        assertThat(TruthLog.parse(THREE_PHASES, "log").iterations(List.of(1L, 5L)))
                .extracting(
                        phase -> phase.requests().getFirst().arrivedNanos(),
                        phase -> phase.requests().size())
                .containsExactly(tuple(100L, 1), tuple(1000L, 5));
    }

    @Test
    void keepsTheRequestsThatTheServerSawMoreOf() {
        assertThat(TruthLog.parse(THREE_PHASES, "log").iterations(List.of(2L, 2L)))
                .extracting(phase -> phase.requests().size())
                .containsExactly(2, 3);
    }

    @Test
    void refusesMoreIterationsThanPhases() {
        assertThatThrownBy(() -> TruthLog.parse(THREE_PHASES, "log").iterations(List.of(1L, 1L, 2L, 3L)))
                .hasMessageContaining("has 3 phases, too few for 4 iterations");
    }

    @Test
    void countsAllRequestsUpToTheEndOfAPhase() {
        TruthLog log = TruthLog.parse(THREE_PHASES, "log");

        assertThat(log.phases()).extracting(log::requestsUpTo).containsExactly(1L, 3L, 6L);
    }

    @Test
    void refusesALogWithAHoleAndNamesTheLine() {
        assertThatThrownBy(() -> TruthLog.parse(List.of(HEADER, "1,0,1,2,1,0,ok", "1,2,1,2,1,0,ok"), "log"))
                .hasMessageContaining("expected place 1 in phase 1, found '1,2,1,2,1,0,ok'");
    }

    @Test
    void refusesALogCutShort() {
        assertThatThrownBy(() -> TruthLog.parse(List.of(HEADER, "1,0,1,2"), "log"))
                .hasMessageContaining("7 values");
        assertThatThrownBy(() -> TruthLog.parse(List.of(), "log")).hasMessageContaining("expected the header");
    }

    @Test
    void forgetsLogsOfOlderRuns(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("plain.csv"), HEADER);

        TruthLog.deleteAll(folder);

        assertThat(folder).isEmptyDirectory();
    }
}
