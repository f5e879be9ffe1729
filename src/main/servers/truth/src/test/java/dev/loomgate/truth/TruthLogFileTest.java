package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthLogFileTest {
    @TempDir
    Path folder;

    private List<String> written(TruthLog log) throws IOException {
        Path file = folder.resolve("truth.csv");
        Script script =
                ScriptParser.parse(Map.of("loomgate.truth.errors", "1%", "loomgate.truth.log", file.toString()));
        new TruthLogFile(file, script, log).write();
        return Files.readAllLines(file);
    }

    @Test
    void holdsOneLinePerRequestInOrderOfArrival() throws IOException {
        TruthLog log = new TruthLog(true);
        long first = log.arrived(1, 1000, 50, 7, Outcome.OK);
        long second = log.arrived(1, 1010, 20, 8, Outcome.ERROR);
        long third = log.arrived(2, 9000, 0, 0, Outcome.RESET);
        long fourth = log.arrived(2, 9010, 0, 0, Outcome.HALF);
        log.replied(second, 1031);
        log.replied(first, 1052);
        log.replied(fourth, 9011);
        log.replied(third, 9012);
        log.arrived(2, 9013, 5, 6, Outcome.OK);
        List<String> lines = written(log);
        assertThat(lines.stream().filter(line -> !line.startsWith("#")))
                .containsExactly(
                        "phase,place,arrived-ns,replied-ns,delay-ns,burned-ns,outcome",
                        "1,0,1000,1052,50,7,ok",
                        "1,1,1010,1031,20,8,error",
                        "2,0,9000,9012,0,0,reset",
                        "2,1,9010,9011,0,0,half",
                        "2,2,9013,-1,5,6,unanswered");
        assertThat(lines).first().isEqualTo("# Loomgate truth log");
        assertThat(lines).contains("# script errors: 1%");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("# clock: System.nanoTime, at "))
                .hasSize(1);
    }

    @Test
    void isWrittenOnceAndWithoutRequestsToo() throws IOException {
        assertThat(written(new TruthLog(true))).last().isEqualTo(TruthLogFile.HEADER);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void keepsEveryRowBeyondItsFirstRoom() {
        TruthLog log = new TruthLog(true);
        int rows = 12 * TruthLog.ROWS_PER_CHUNK + 1;
        for (int row = 0; row < rows; row++) {
            log.replied(log.arrived(row / 1000, row, 2L * row, 3L * row, Outcome.OK), 4L * row + 1);
        }
        assertThat(log.rows()).isEqualTo(rows);
        for (int row : new int[] {0, 1, TruthLog.ROWS_PER_CHUNK - 1, TruthLog.ROWS_PER_CHUNK, rows - 1}) {
            assertThat(log.phase(row)).isEqualTo(row / 1000);
            assertThat(log.arrivedNanos(row)).isEqualTo(row);
            assertThat(log.delayNanos(row)).isEqualTo(2L * row);
            assertThat(log.burnedNanos(row)).isEqualTo(3L * row);
            assertThat(log.repliedNanos(row)).isEqualTo(4L * row + 1);
        }
    }

    @Test
    void replacesAnOldLogOfItsOwnKind() throws IOException {
        Path file = folder.resolve("truth.csv");
        written(new TruthLog(true));
        assertThat(TruthLogFile.prepare(file.toString())).isEqualTo(file);
        new TruthLogFile(file, ScriptParser.parse(Map.of()), new TruthLog(false)).removeOld();
        assertThat(file).doesNotExist();
    }
}
