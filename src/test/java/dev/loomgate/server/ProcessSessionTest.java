package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessSessionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int START = 1;
    private static final int NAMESPACE = 2;
    private static final int BOOT = 3;
    private static final int HOST = 4;

    @Test
    void knowsThatThisProcessIsAlive() {
        assertThat(ProcessSession.ended(ProcessSession.current())).isFalse();
    }

    @Test
    void tellsAProcessIdThatIsUsedAgainFromItsFormerOwner() {
        assertThat(ProcessSession.ended(currentBut(START, "1000"))).isTrue();
    }

    @Test
    void knowsThatAProcessThatDoesNotExistHasEnded() {
        assertThat(ProcessSession.ended(currentBut(0, "999999999999"))).isTrue();
    }

    /** Its process id means nothing here: a container that shares this folder would lose what it uses. */
    @Test
    void doesNotJudgeAProcessOfAnotherNamespace() {
        assertThat(ProcessSession.ended(nobody(NAMESPACE, "4242"))).isFalse();
    }

    @Test
    void doesNotJudgeAProcessOfAnotherMachine() {
        assertThat(ProcessSession.ended(nobody(HOST, "othermachine"))).isFalse();
    }

    @Test
    void knowsThatNothingOutlivesABoot() {
        assertThat(ProcessSession.ended(currentBut(BOOT, "otherboot"))).isTrue();
    }

    @Test
    void doesNotJudgeWhatItCannotRead() {
        assertThat(ProcessSession.ended("")).isFalse();
        assertThat(ProcessSession.ended("somebody-else")).isFalse();
        assertThat(ProcessSession.ended("1-2-3")).isFalse();
        assertThat(ProcessSession.ended("1-1000")).isFalse();
    }

    @Test
    void knowsThatAProcessHasEndedThatItsParentHasNotAskedAbout() throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "only Linux shows the state of a process");
        Process parent = new ProcessBuilder(List.of("sh", "-c", "sleep 60 & echo $!; exec sleep 60")).start();
        try {
            long child = Long.parseLong(parent.inputReader().readLine());
            String[] parts = ProcessSession.current().split("-", -1);
            String ticks = Files.readString(Path.of("/proc", String.valueOf(child), "stat"))
                    .replaceFirst(".*\\) ", "")
                    .split(" ", -1)[19];
            String name = String.join("-", String.valueOf(child), ticks, parts[NAMESPACE], parts[BOOT], parts[HOST]);
            assertThat(ProcessSession.ended(name)).isFalse();
            // A shell would fetch the exit code; sleep does not.
            await().atMost(PATIENCE)
                    .until(() -> parent.info()
                            .command()
                            .filter(command -> !command.contains("sh"))
                            .isPresent());
            ProcessHandle.of(child).orElseThrow().destroyForcibly();
            await().atMost(PATIENCE).until(() -> ProcessSession.ended(name));
            assertThat(Path.of("/proc", String.valueOf(child))).exists();
        } finally {
            parent.destroyForcibly();
        }
    }

    private static String currentBut(int part, String value) {
        return but(ProcessSession.current(), part, value);
    }

    /** A process that does not exist, but may do so elsewhere. */
    private static String nobody(int part, String value) {
        return but(currentBut(0, "999999999999"), part, value);
    }

    private static String but(String session, int part, String value) {
        String[] parts = session.split("-", -1);
        parts[part] = value;
        return String.join("-", parts);
    }

    /** What a test gives to something whose owner is gone. */
    static String dead() {
        return currentBut(START, "1000");
    }
}
