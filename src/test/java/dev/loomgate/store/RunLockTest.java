package dev.loomgate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Other runs are JVMs of their own, those of other users too where this test may start one (as root). */
@Timeout(120)
class RunLockTest {
    private static final String NOBODY = "65534";

    @TempDir
    private Path folder;

    @Test
    void theSecondRunIsRefusedUntilTheFirstHasEnded() throws Exception {
        try (Other other = Other.start(folder)) {
            assertThat(other.answer()).isEqualTo("locked");
            assertThatIllegalStateException()
                    .isThrownBy(() -> RunLock.acquire(folder))
                    .withMessageContaining("another Loomgate run measures on this machine: process " + other.pid())
                    .withMessageContaining(" of user ")
                    .withMessageContaining(", in " + Path.of("").toAbsolutePath() + ", since 20")
                    .withMessageContaining("wait until it has ended, or end it")
                    .withMessageContaining("loomgate.lock");
        }
        RunLock.acquire(folder).close();
    }

    @Test
    void aRunThatWasKilledLocksNobodyOut() throws Exception {
        try (Other other = Other.start(folder)) {
            assertThat(other.answer()).isEqualTo("locked");
            other.kill();
        }
        RunLock.acquire(folder).close();
    }

    /** Closing a second channel of the same file would free the lock of the first one. */
    @Test
    void aSecondRunInThisJvmIsRefusedAndLeavesTheLockOfTheFirst() throws Exception {
        try (RunLock lock = RunLock.acquire(folder)) {
            assertThat(lock).isNotNull();
            assertThatIllegalStateException()
                    .isThrownBy(() -> RunLock.acquire(folder))
                    .withMessageContaining("this process");
            try (Other other = Other.start(folder)) {
                assertThat(other.answer()).contains("another Loomgate run", "process " + ownPid());
            }
        }
    }

    @Test
    void everyUserMayLockTheFileThatOneOfThemMade() throws IOException {
        RunLock.acquire(folder).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("loomgate.lock"))))
                .isEqualTo("rw-rw-rw-");
    }

    /** Nothing is written through a link that another user put into the shared folder. */
    @Test
    void followsNoLink() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.createSymbolicLink(folder.resolve("loomgate.lock"), victim);

        assertThatThrownBy(() -> RunLock.acquire(folder)).hasMessageContaining("cannot lock");
        assertThat(victim).hasContent("precious");
    }

    @Test
    void anotherUserIsRefusedWhileThisOneMeasuresAndNotAfterwards() throws Exception {
        shareWithOtherUsers();
        try (RunLock lock = RunLock.acquire(folder)) {
            assertThat(lock).isNotNull();
            try (Other other = Other.startAs(NOBODY, folder)) {
                assertThat(other.answer()).contains("another Loomgate run", "process " + ownPid());
            }
        }
        try (Other other = Other.startAs(NOBODY, folder)) {
            assertThat(other.answer()).isEqualTo("locked");
            assertThatIllegalStateException()
                    .isThrownBy(() -> RunLock.acquire(folder))
                    .withMessageContaining("process " + other.pid());
        }
    }

    /** As an older Loomgate left it. */
    @Test
    void aFileThatOnlyItsOwnerMayWriteLocksNobodyOutForEver() throws Exception {
        shareWithOtherUsers();
        Path file = Files.createFile(folder.resolve("loomgate.lock"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        try (Other other = Other.startAs(NOBODY, folder)) {
            assertThat(other.answer()).isEqualTo("locked");
            assertThatIllegalStateException()
                    .isThrownBy(() -> RunLock.acquire(folder))
                    .withMessageContaining("process " + other.pid());
        }
        try (RunLock lock = RunLock.acquire(folder)) {
            assertThat(lock).isNotNull();
            try (Other other = Other.startAs(NOBODY, folder)) {
                assertThat(other.answer()).contains("another Loomgate run", "process " + ownPid());
            }
        }
    }

    /** Like /tmp. */
    private void shareWithOtherUsers() throws Exception {
        assumeTrue(Files.getOwner(folder).getName().equals("root"), "only root may start processes of other users");
        Process mode = new ProcessBuilder("chmod", "1777", folder.toString()).start();
        assertThat(mode.waitFor(20, TimeUnit.SECONDS)).isTrue();
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            assumeTrue(
                    Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE),
                    "other users can't reach " + above);
        }
    }

    private static long ownPid() {
        return ProcessHandle.current().pid();
    }

    /** A run that locks, says so (or why not), and waits until it is closed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (RunLock lock = RunLock.acquire(Path.of(arguments[0]))) {
                System.out.println(lock == null ? "" : "locked");
                var unused = System.in.read();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private record Other(Process process, BufferedReader out) implements AutoCloseable {
        static Other start(Path folder) throws IOException {
            return start(List.of(), folder);
        }

        static Other startAs(String user, Path folder) throws IOException {
            return start(List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups"), folder);
        }

        private static Other start(List<String> before, Path folder) throws IOException {
            List<String> command = new ArrayList<>(before);
            command.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx32m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    copiedClasses(folder).toString(),
                    Holder.class.getName(),
                    folder.toString()));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return new Other(process, process.inputReader(StandardCharsets.UTF_8));
        }

        /** Other users may be unable to enter the checkout, and need only the classes of this package. */
        private static Path copiedClasses(Path folder) throws IOException {
            Path copy = folder.resolve("classes");
            Path inCopy = Files.createDirectories(copy.resolve("dev/loomgate/store"));
            for (Class<?> type : List.of(RunLock.class, RunLockTest.class)) {
                Path classes = Path.of(URI.create(String.valueOf(
                        type.getProtectionDomain().getCodeSource().getLocation())));
                try (Stream<Path> files = Files.list(classes.resolve("dev/loomgate/store"))) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".class"))
                            .toList()) {
                        Files.copy(
                                file,
                                inCopy.resolve(String.valueOf(file.getFileName())),
                                StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
            return copy;
        }

        String answer() throws IOException {
            return String.valueOf(out.readLine());
        }

        long pid() {
            return process.pid();
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }
}
