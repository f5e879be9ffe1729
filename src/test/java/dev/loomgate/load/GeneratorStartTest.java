package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.experiment.Phases;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
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
        try (LoadGenerator generator = new LoadGenerator(setup(plays(), NOWHERE))) {
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
        try (LoadGenerator generator = new LoadGenerator(setup(plays(), ANYWHERE))) {
            generator.prepare();
            for (int order = 1; order <= 2; order++) {
                PlayedRun played = PlayedRun.of(order());

                assertThat(played.play(generator, 1)).isEqualTo(Path.of("r"));
                assertThat(played.loads()).singleElement().satisfies(load -> {
                    assertThat(load.good()).isEqualTo(500);
                    assertThat(load.latency().getTotalCount()).isEqualTo(500);
                });
            }
            assertThat(started()).hasSize(1);
            assertThat(generator.pid()).hasValue(started().getFirst());
        }
        assertThat(started()).allSatisfy(GeneratorStartTest::isGone);
    }

    /**
     * An order that is given up, because a server died or somebody threw, leaves no generator that still waits at a
     * gate of it.
     */
    @Test
    void isClosedWhenAnOrderIsGivenUp() throws IOException {
        try (LoadGenerator generator = new LoadGenerator(setup(plays(), ANYWHERE))) {
            try (LoadRun run = generator.begin(order())) {
                run.ready();
            }
            assertThat(generator.pid()).isEmpty();
            assertThat(started()).singleElement().satisfies(GeneratorStartTest::isGone);

            PlayedRun.of(order()).play(generator, 1);

            assertThat(started()).hasSize(2);
        }
    }

    @Test
    void aGeneratorThatDoesSomethingElseThanItWasAskedToBroke() throws IOException {
        try (LoadGenerator generator = new LoadGenerator(setup(plays(), ANYWHERE));
                LoadRun run = generator.begin(order())) {
            run.ready();

            assertThatExceptionOfType(GeneratorBrokeException.class)
                    .isThrownBy(() -> run.drive(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN))
                    .withMessageContaining("AtWarmUp where AtIteration was expected");
        }
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
                .isThrownBy(() -> ended(generator))
                .withMessageContaining(why);
    }

    /** One warm-up cycle and one phase per order, whose numbers are those of a file. */
    private String plays() throws IOException {
        Path measured = folder.resolve("measured");
        try (OutputStream file = Files.newOutputStream(measured)) {
            new Wire<GeneratorCommand, GeneratorEvent>(InputStream.nullInputStream(), file, GeneratorCommand.class)
                    .send(new GeneratorEvent.Measured(
                            1, List.of(Phases.steady(100, 5, 2).load())));
        }
        return """
            echo '{"event":"ready","pid":1}'
            while read -r line; do
              case "$line" in
                *'"run"'*)
                  warm=no
                  echo '{"event":"at-warm-up","cycle":1}' ;;
                *'"go"'*)
                  if [ $warm = no ]; then
                    echo '{"event":"warm-up-ended","cycle":1,"requests":{"failed":[0],"unsent":[0]}}'
                    echo '{"event":"at-warm-up","cycle":2}'
                  else
                    echo '{"event":"iteration-ended","iteration":1}'
                    cat %s
                    echo '{"event":"at-iteration","iteration":2}'
                  fi ;;
                *'"enough"'*)
                  if [ $warm = no ]; then
                    warm=yes
                    echo '{"event":"at-iteration","iteration":1}'
                  else
                    echo '{"event":"run-ended","report":"r","failure":"","usedHeapBytes":1}'
                  fi ;;
              esac
            done
            """.formatted(measured);
    }

    private LoadOrder order() {
        try (Rehearsal rehearsal = new Rehearsal(Rehearsal.PARTS.getFirst())) {
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

    /** This generator ends at once. */
    private Path ended(LoadGenerator generator) {
        try (LoadRun run = generator.begin(order())) {
            return run.end();
        }
    }
}
