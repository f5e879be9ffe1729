package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a {@code /proc} written by hand. */
class ProcFsTest {
    @TempDir
    Path root;

    private ProcFs proc;

    @BeforeEach
    void process() throws IOException {
        proc = new ProcFs(root, 50);
        Files.createDirectories(root.resolve("50/task"));
        Files.writeString(root.resolve("50/stat"), stat("java", 30, 20));
    }

    @Test
    void readsEveryThreadWithItsNameAndTime() throws IOException {
        thread(50, "java", "1000 5 1");
        thread(51, "http nio) 1", "7000000000 5 9");

        ThreadTable table = proc.threads();

        assertThat(table.clock()).isEqualTo(ThreadTable.Clock.SCHEDSTAT);
        assertThat(table.threads())
                .isEqualTo(Map.of(
                        50, new ThreadTable.Entry("java", 1_000),
                        51, new ThreadTable.Entry("http nio) 1", 7_000_000_000L)));
        assertThat(table.processBeforeNanos()).isEqualTo(500_000_000);
    }

    @Test
    void countsTicksWhereThereIsNoSchedstat() throws IOException {
        thread(51, "worker", "");
        Files.delete(root.resolve("50/task/51/schedstat"));

        assertThat(proc.threads().clock()).isEqualTo(ThreadTable.Clock.TICKS);
        assertThat(proc.threads().threads().get(51)).isEqualTo(new ThreadTable.Entry("worker", 70_000_000));
    }

    @Test
    void countsTicksWhereSchedulerStatisticsAreOff() throws IOException {
        thread(50, "java", "0 0 0");
        thread(51, "worker", "0 0 0");

        assertThat(proc.threads().threads().get(51)).isEqualTo(new ThreadTable.Entry("worker", 70_000_000));
    }

    @Test
    void failsRatherThanLeaveAThreadOutThatIsThere() throws IOException {
        thread(51, "worker", "1 1 1");
        Files.delete(root.resolve("50/task/51/comm"));

        assertThatThrownBy(proc::threads).isInstanceOf(IOException.class);
    }

    @Test
    void failsForAProcessThatIsGone() {
        assertThatThrownBy(() -> new ProcFs(root, 99).threads()).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new ProcFs(root, 99).rssBytes()).isInstanceOf(IOException.class);
    }

    @Test
    void readsOnlyTheNamesThatAreWanted() throws IOException {
        thread(50, "java", "1 1 1");
        thread(51, "worker", "1 1 1");

        assertThat(proc.names(tid -> tid > 50)).isEqualTo(Map.of(51, "worker"));
    }

    private void thread(int tid, String name, String schedstat) throws IOException {
        Path task = Files.createDirectories(root.resolve("50/task/" + tid));
        Files.writeString(task.resolve("comm"), name + "\n");
        Files.writeString(task.resolve("schedstat"), schedstat + "\n");
        Files.writeString(task.resolve("stat"), stat(name, 4, 3));
    }

    private static String stat(String name, int user, int system) {
        return "50 (" + name + ") S 1 50 50 0 -1 4194304 0 0 0 0 " + user + " " + system + " 0 0 20 0 2 0 777 0 0\n";
    }
}
