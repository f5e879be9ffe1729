package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnedFolderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** HUP, INT, QUIT and TERM as bits. */
    private static final long FOUR_SIGNALS = 0x4007;

    @TempDir
    Path base;

    @Test
    void endsWhatRunsOutOfItAndGoes() throws IOException {
        OwnedFolder folder = OwnedFolder.in(base, "test");
        Process occupant = program(folder.path());

        folder.close();

        assertThat(folder.path()).doesNotExist();
        await().atMost(PATIENCE).until(() -> !occupant.isAlive());
        assertThat(guard(folder.path())).isEmpty();
    }

    /** As a server does, whose password file lies in the folder. */
    @Test
    void endsWhatHasAPropertyThatNamesAFileInIt() throws IOException {
        OwnedFolder folder = OwnedFolder.in(base, "test");
        Process named = shell("-Dpassword.file=" + folder.path().resolve("password"));
        Process mentioned = shell(folder.path().resolve("password").toString());
        try {
            folder.close();

            await().atMost(PATIENCE).until(() -> !named.isAlive());
            assertThat(mentioned.isAlive()).isTrue();
        } finally {
            mentioned.destroyForcibly();
        }
    }

    private static Process shell(String argument) throws IOException {
        return new ProcessBuilder("sh", "-c", "while read -r line; do :; done", "sh", argument).start();
    }

    @Test
    void leavesOtherProgramsAndFoldersAlone() throws IOException {
        OwnedFolder folder = OwnedFolder.in(base, "test");
        Path neighbour = Files.createDirectory(base.resolve(folder.path().getFileName() + "9"));
        Process other = program(neighbour);
        try {
            folder.close();

            assertThat(other.isAlive()).isTrue();
            assertThat(neighbour).exists();
        } finally {
            other.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HUP", "INT", "QUIT", "TERM"})
    void isGuardedWhateverIsSentToTheGuard(String signal) throws IOException {
        try (OwnedFolder folder = OwnedFolder.in(base, "test")) {
            ProcessHandle guard = awaitGuard(folder.path());
            awaitTraps(guard);
            Signals.send(signal, guard.pid());
            assertThat(guard.isAlive()).isTrue();
        }
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void replacesAGuardThatWasKilled() throws IOException {
        OwnedFolder folder = OwnedFolder.in(base, "test");
        ProcessHandle first = awaitGuard(folder.path());

        first.destroyForcibly();

        await().atMost(PATIENCE)
                .until(() -> guard(folder.path())
                        .filter(now -> now.pid() != first.pid())
                        .isPresent());
        folder.close();
        assertThat(base).isEmptyDirectory();
        assertThat(guard(folder.path())).isEmpty();
    }

    @Test
    void sweepsWhatADeadRunLeftWithTheProcessesInIt() throws IOException {
        Path dead = Files.createDirectory(base.resolve("loomgate-postgres-" + ProcessSessionTest.dead() + "-1"));
        Path alive = Files.createDirectory(base.resolve("loomgate-postgres-" + ProcessSession.current() + "-1"));
        Path foreign = Files.createDirectory(base.resolve("loomgate-postgres-somebody-1"));
        Process orphan = program(dead);
        List<String> said = new ArrayList<>();

        OwnedFolder.sweep(base, said::add);

        assertThat(said).containsExactly("removed " + dead + ", left by an earlier run that was killed");
        assertThat(dead).doesNotExist();
        assertThat(alive).exists();
        assertThat(foreign).exists();
        await().atMost(PATIENCE).until(() -> !orphan.isAlive());
    }

    @Test
    void leavesTheFolderOfAnotherUserToThatUser() throws IOException {
        assumeTrue("root".equals(Files.getOwner(base).getName()), "only root can give a folder away");
        Path other = Files.createDirectory(base.resolve("loomgate-postgres-" + ProcessSessionTest.dead() + "-1"));
        Files.setAttribute(other, "unix:uid", 65534);
        List<String> said = new ArrayList<>();

        OwnedFolder.sweep(base, said::add);

        assertThat(said).isEmpty();
        assertThat(other).exists();
    }

    @Test
    void doesNotFollowALinkThatHasTheNameOfAFolder() throws IOException {
        Path precious = Files.createDirectory(base.resolve("precious"));
        Files.createSymbolicLink(base.resolve("loomgate-postgres-" + ProcessSessionTest.dead() + "-1"), precious);

        OwnedFolder.sweep(base, line -> {});

        assertThat(precious).exists();
    }

    @Test
    void hasNothingToSweepWhereThereIsNoFolder() {
        List<String> said = new ArrayList<>();

        OwnedFolder.sweep(base.resolve("none"), said::add);

        assertThat(said).isEmpty();
    }

    /** A copy of a program that does nothing for long, started out of the folder. */
    private static Process program(Path folder) throws IOException {
        Path copy = folder.resolve("sleeper");
        Files.copy(Path.of("/bin/sleep").toRealPath(), copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        Process process = new ProcessBuilder(copy.toString(), "60").start();
        await().atMost(PATIENCE)
                .until(() ->
                        process.info().command().filter(copy.toString()::equals).isPresent());
        return process;
    }

    private static ProcessHandle awaitGuard(Path folder) {
        await().atMost(PATIENCE).until(() -> guard(folder).isPresent());
        return guard(folder).orElseThrow();
    }

    /** A signal that comes before the first line of the guard kills it, as any program that has just been started. */
    private static void awaitTraps(ProcessHandle guard) {
        Path status = Path.of("/proc", String.valueOf(guard.pid()), "status");
        assumeTrue(Files.exists(status), "only Linux shows which signals a process ignores");
        await().atMost(PATIENCE).until(() -> (ignored(status) & FOUR_SIGNALS) == FOUR_SIGNALS);
    }

    private static long ignored(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .findFirst()
                .orElse(0);
    }

    private static Optional<ProcessHandle> guard(Path folder) {
        try (Stream<ProcessHandle> all = ProcessHandle.current().children()) {
            return all.filter(child -> child.info()
                            .arguments()
                            .filter(arguments -> arguments.length == 3 && arguments[2].equals(folder.toString()))
                            .isPresent())
                    .findFirst();
        }
    }
}
