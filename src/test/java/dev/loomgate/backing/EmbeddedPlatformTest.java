package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.backing.EmbeddedPlatform.PlatformFacts;
import dev.loomgate.server.OwnedFolder;
import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddedPlatformTest {
    @TempDir
    Path temporary;

    @TempDir
    Path output;

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, false, /postgres-linux-x86_64.txz",
        "Linux, amd64, true, /postgres-linux-x86_64-alpine_linux.txz",
        "Linux, aarch64, false, /postgres-linux-arm_64.txz"
    })
    void takesTheProgramsOfThePlatform(String system, String architecture, boolean musl, String archive) {
        EmbeddedPlatform.Home home =
                platform(new Facts(system, architecture, musl)).require();
        try (OwnedFolder folder = home.folder()) {
            assertThat(home.archive().resource()).isEqualTo(archive);
            assertThat(folder.path()).hasParent(temporary);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, aarch64, true, Linux on aarch64 with musl",
        "Linux, riscv64, false, Linux on riscv64",
        "Mac OS X, aarch64, false, Mac OS X on aarch64",
        "Windows 11, amd64, false, Windows 11 on amd64"
    })
    void saysWhereThereAreNoProgramsAndTheWaysOut(String system, String architecture, boolean musl, String platform) {
        assertRefused(new Facts(system, architecture, musl))
                .hasMessageContaining("there are no programs for " + platform + "; there are for Linux on amd64")
                .hasMessageContaining("-Dloomgate.launcher=container")
                .hasMessageContaining("-Dloomgate.image.postgres=<image>")
                .hasMessageContaining("leave out the workloads that need it: fortunes (-Dloomgate.workloads=<others>)");
        assertThat(temporary).isEmptyDirectory();
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void goesToTheOutputWhereTheTemporaryFolderIsNoPlaceForPrograms() {
        Facts facts = new Facts("Linux", "amd64", false);
        facts.noPrograms = temporary;

        EmbeddedPlatform.Home home = platform(facts).require();

        try (OwnedFolder folder = home.folder()) {
            assertThat(folder.path()).hasParent(output);
            assertThat(temporary).isEmptyDirectory();
        }
    }

    @Test
    void saysAllThatIsInTheWayAtOnce() {
        Facts facts = new Facts("Linux", "aarch64", false);
        facts.onClassPath = false;
        facts.root = true;
        facts.userNamespaces = false;
        facts.noPrograms = Path.of("/");

        assertRefused(facts)
                .hasMessageContaining(
                        "the class path has no programs for Linux on aarch64 (/postgres-linux-arm_64.txz)")
                .hasMessageContaining("this run is root's")
                .hasMessageContaining("neither in " + temporary + " nor in " + output)
                .hasMessageContaining("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=<folder>");
        assertThat(temporary).isEmptyDirectory();
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void needsNoUserNamespaceUnlessItIsRoot() {
        Facts facts = new Facts("Linux", "amd64", false);
        facts.userNamespaces = false;

        platform(facts).require().folder().close();
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(Facts facts) {
        return assertThatThrownBy(() -> platform(facts).require())
                .isInstanceOf(BackingStartException.class)
                .hasMessageContaining("The embedded PostgreSQL cannot run on this machine:");
    }

    private EmbeddedPlatform platform(Facts facts) {
        return new EmbeddedPlatform(facts, kind -> OwnedFolder.in(temporary, kind), output, Set.of("fortunes"));
    }

    private static final class Facts implements PlatformFacts {
        private final String system;
        private final String architecture;
        private final boolean musl;
        private boolean root;
        private boolean userNamespaces = true;
        private boolean onClassPath = true;
        private Path noPrograms = Path.of("/nowhere");

        Facts(String system, String architecture, boolean musl) {
            this.system = system;
            this.architecture = architecture;
            this.musl = musl;
        }

        @Override
        public String system() {
            return system;
        }

        @Override
        public String architecture() {
            return architecture;
        }

        @Override
        public boolean musl() {
            return musl;
        }

        @Override
        public boolean root() {
            return root;
        }

        @Override
        public boolean userNamespaces() {
            return userNamespaces;
        }

        @Override
        public boolean onClassPath(PostgresArchive archive) {
            return onClassPath;
        }

        @Override
        public boolean executes(Path folder) {
            return !folder.startsWith(noPrograms);
        }
    }
}
