package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A generator is there whole or not at all. A shell script that speaks its protocol stands for the JVM. */
@Timeout(30)
class GeneratorStartTest {
    private static final Placement ANYWHERE = UnpinnedGenerator.ANYWHERE;

    /** A CPU that is not there: the real taskset refuses. */
    private static final Placement NOWHERE = new Placement("0", "4095", 1, 1, "taskset");

    private static final String READY = "echo '{\"event\":\"ready\",\"pid\":1}'\n";
    private static final String RUNS_END_AT_ONCE = READY
            + "while read -r line; do\n"
            + "  echo '{\"event\":\"run-ended\",\"report\":\"r\",\"failure\":\"\",\"usedHeapBytes\":1}'\n"
            + "done\n";

    @TempDir
    private Path folder;

    @Test
    void isDestroyedWhenItIsNotReadyInTime() throws IOException {
        GeneratorSetup setup = setup("exec sleep 60", ANYWHERE);

        assertThatExceptionOfType(GeneratorBrokeException.class)
                .isThrownBy(() -> GeneratorProcess.start(setup, Duration.ofMillis(300)))
                .withMessageContaining("was silent for");
        assertThat(started()).singleElement().satisfies(GeneratorStartTest::isGone);
    }

    @Test
    void isClosedWhenItsRehearsalFailsAndTheNextOrderStartsAnother() throws IOException {
        String fails = RUNS_END_AT_ONCE.replace("\"failure\":\"\"", "\"failure\":\"Gatling crashed\"");
        try (LoadGenerator generator = new LoadGenerator(setup(fails, ANYWHERE))) {
            for (int order = 1; order <= 2; order++) {
                assertFails(generator, "Gatling crashed");
                assertThat(generator.pid()).isEmpty();
                assertThat(started()).hasSize(order).allSatisfy(GeneratorStartTest::isGone);
            }
        }
    }

    @Test
    void isClosedWhenItCannotBePinnedAndTheNextOrderStartsAnother() throws IOException {
        try (LoadGenerator generator = new LoadGenerator(setup(RUNS_END_AT_ONCE, NOWHERE))) {
            for (int order = 1; order <= 2; order++) {
                assertFails(generator, "could not be moved to CPU 4095");
                assertThat(generator.pid()).isEmpty();
                assertThat(started()).hasSize(order).allSatisfy(GeneratorStartTest::isGone);
            }
        }
    }

    /** Every failure is one of the instrument, also that of a pipe which breaks in the rehearsal. */
    @Test
    void aGeneratorThatEndsInItsRehearsalBroke() throws IOException {
        try (LoadGenerator generator = new LoadGenerator(setup(READY + "exit 3", ANYWHERE))) {
            assertFails(generator, "load generator");
        }
    }

    @Test
    void carriesOutOrdersOnceItIsWhole() throws IOException {
        try (LoadGenerator generator = new LoadGenerator(setup(RUNS_END_AT_ONCE, ANYWHERE))) {
            generator.prepare();

            assertThat(generator.drive(order(), new NeverAsked())).isEqualTo(Path.of("r"));
            assertThat(generator.drive(order(), new NeverAsked())).isEqualTo(Path.of("r"));
            assertThat(started()).hasSize(1);
            assertThat(generator.pid()).hasValue(started().getFirst());
        }
        assertThat(started()).allSatisfy(GeneratorStartTest::isGone);
    }

    @Test
    void tellsWhatWentWrongBesideTheLoad() throws IOException {
        String breaks = READY
                + "while read -r line; do\n"
                + "  echo '{\"event\":\"broken\",\"reason\":\"cannot write a.hlog (No space left on device)\"}'\n"
                + "done\n";
        try (LoadGenerator generator = new LoadGenerator(setup(breaks, ANYWHERE))) {
            assertFails(generator, "cannot write a.hlog (No space left on device)");
        }
    }

    @Test
    void inheritsNothingThatChangesAJvm() throws IOException {
        GeneratorSetup setup = setup("env > " + folder.resolve("environment") + "\n" + RUNS_END_AT_ONCE, ANYWHERE);

        try (GeneratorProcess generator = GeneratorProcess.start(setup, Duration.ofSeconds(20))) {
            assertThat(generator.alive()).isTrue();
        }

        assertThat(Files.readAllLines(folder.resolve("environment")).stream().map(line -> line.replaceFirst("=.*", "")))
                .contains("PATH")
                // PWD, OLDPWD, SHLVL and _ are the shell's own.
                .isSubsetOf(
                        "PATH",
                        "HOME",
                        "TMPDIR",
                        "TEMP",
                        "TMP",
                        "LANG",
                        "LC_ALL",
                        "TZ",
                        "LD_LIBRARY_PATH",
                        "PWD",
                        "OLDPWD",
                        "SHLVL",
                        "_");
    }

    private void assertFails(LoadGenerator generator, String why) {
        assertThatExceptionOfType(GeneratorBrokeException.class)
                .isThrownBy(() -> generator.drive(order(), new NeverAsked()))
                .withMessageContaining(why);
    }

    private LoadOrder order() {
        try (Rehearsal rehearsal = new Rehearsal(Duration.ZERO)) {
            return rehearsal.order(folder);
        }
    }

    private GeneratorSetup setup(String script, Placement placement) throws IOException {
        Path java = folder.resolve("java");
        Files.writeString(java, "#!/bin/sh\necho $$ >> " + folder.resolve("started") + "\n" + script);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        return new GeneratorSetup(java, "a.jar", placement, folder.resolve("generator.log"));
    }

    /** Process ids, in the order they were started. */
    private List<Long> started() throws IOException {
        return Files.readAllLines(folder.resolve("started")).stream()
                .map(Long::valueOf)
                .toList();
    }

    private static void isGone(long pid) {
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive))
                .as("process " + pid)
                .isEmpty();
    }

    /** This generator asks nothing. */
    private static final class NeverAsked implements Conductor {
        @Override
        public boolean anotherWarmUp(int cycle) {
            throw new AssertionError("asked");
        }

        @Override
        public void warmUpEnded(int cycle) {
            throw new AssertionError("told");
        }

        @Override
        public boolean anotherIteration(int iteration) {
            throw new AssertionError("asked");
        }

        @Override
        public OptionalInt nextRate(int iteration) {
            throw new AssertionError("asked");
        }

        @Override
        public void iterationEnded(int iteration) {
            throw new AssertionError("told");
        }

        @Override
        public void measured(int iteration, IterationLoad load) {
            throw new AssertionError("told");
        }
    }
}
