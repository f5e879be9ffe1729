package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A {@code /proc} that a test has written. The server is process 1000. */
class ProcessTreeTest {
    private static final String MARK = "OWNER=/tmp/jmx-1/";

    @TempDir
    Path proc;

    private ProcessTree tree;

    @BeforeEach
    void serverRuns() throws IOException {
        process(1000, 5, MARK, "");
        process(1, 1, "HOME=/", "1000");
        tree = new ProcessTree(proc, 1000, MARK);
    }

    @Test
    void isTheServerAloneAtFirst() {
        assertThat(tree.members()).containsExactly(1000L);
    }

    @Test
    void findsTheChildrenOfEveryThread() throws IOException {
        thread(1000, 1000, "1001 ");
        thread(1000, 1007, "1002 1003 ");
        for (long pid = 1001; pid <= 1003; pid++) {
            process(pid, 6, "", "");
        }
        thread(1003, 1003, "1004 ");
        process(1004, 6, "", "");

        assertThat(tree.members()).startsWith(1000L).containsExactlyInAnyOrder(1000L, 1001L, 1002L, 1003L, 1004L);
    }

    /** As a program that writes its title where its environment was, and whose parent ended. */
    @Test
    void keepsWhatItHasSeenWhenTheParentEnds() throws IOException {
        thread(1000, 1000, "1001 ");
        process(1001, 6, "", "1002 ");
        process(1002, 7, "", "");
        assertThat(tree.members()).hasSize(3);

        end(1001);
        thread(1000, 1000, "");

        assertThat(tree.members()).containsExactly(1000L, 1002L);
    }

    @Test
    void findsAnOrphanThatItNeverSawByItsVariable() throws IOException {
        process(1001, 6, "PATH=/bin\0" + MARK + "\0HOME=/", "1002 ");
        process(1002, 6, "", "");

        assertThat(tree.members()).containsExactlyInAnyOrder(1000L, 1001L, 1002L);
    }

    @Test
    void leavesOutWhatBelongsToAnotherServer() throws IOException {
        process(1001, 6, "OWNER=/tmp/jmx-11/", "");
        process(1002, 6, "OTHER_" + MARK, "");
        process(1003, 6, MARK + "more", "");

        assertThat(tree.members()).containsExactly(1000L);
    }

    @Test
    void leavesOutALaterProcessWithTheIdOfOneThatEnded() throws IOException {
        thread(1000, 1000, "1001 ");
        process(1001, 6, "", "");
        assertThat(tree.members()).contains(1001L);

        thread(1000, 1000, "");
        end(1001);
        process(1001, 99, "HOME=/", "");

        assertThat(tree.members()).containsExactly(1000L);
    }

    @Test
    void holdsWhatIsLeftWhenTheServerItselfHasEnded() throws IOException {
        thread(1000, 1000, "1001 ");
        process(1001, 6, "", "");
        assertThat(tree.members()).hasSize(2);

        end(1000);

        assertThat(tree.members()).containsExactly(1001L);
    }

    @Test
    void isEmptyWhereThereIsNoProc() {
        assertThat(new ProcessTree(proc.resolve("none"), 1000, MARK).members()).isEmpty();
    }

    private void process(long pid, long startTicks, String environment, String children) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(String.valueOf(pid)));
        Files.writeString(folder.resolve("stat"), pid + " (a (name) S 1) S 1 " + "0 ".repeat(17) + startTicks + " 0 0");
        Files.writeString(folder.resolve("environ"), environment + "\0");
        thread(pid, pid, children);
    }

    private void thread(long pid, long tid, String children) throws IOException {
        Path task = Files.createDirectories(proc.resolve(pid + "/task/" + tid));
        Files.writeString(task.resolve("children"), children);
    }

    private void end(long pid) throws IOException {
        try (Stream<Path> files = Files.walk(proc.resolve(String.valueOf(pid)))) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }
}
