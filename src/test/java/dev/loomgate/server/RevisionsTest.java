package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Arm;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.DuelPlans;
import dev.loomgate.plan.Needs;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Tolerance;
import dev.loomgate.plan.Variant;
import dev.loomgate.store.MeasuredServers;
import dev.loomgate.store.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repository of two commits, whose service is "built" by copying a file. */
class RevisionsTest {
    private static final List<String> BUILD = List.of("cp", "source.txt", "shop.jar");

    @TempDir
    Path folder;

    private Path service;
    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void makeTwoCommits() throws IOException {
        service = Files.createDirectories(folder.resolve("shop"));
        git("init", "--quiet");
        commit("old");
        commit("new");
        Files.writeString(service.resolve("source.txt"), "not committed");
    }

    @Test
    void eachArmIsBuiltFromItsOwnRevision() throws IOException {
        try (Revisions revisions = new Revisions(said::add)) {
            DuelPlan built = revisions.build(duel(BUILD, Optional.of("HEAD~1"), Optional.of("HEAD")));

            assertThat(jar(built, Side.BASELINE)).hasContent("old");
            assertThat(jar(built, Side.CANDIDATE)).hasContent("new");
            assertThat(said.toString()).contains("building git:HEAD~1 (", "has changes that git:HEAD does not have");
        }
        assertThat(service.resolve("shop.jar")).doesNotExist();
        assertThat(service.resolve("source.txt")).hasContent("not committed");
    }

    /** Two builds of one commit may differ in their bytes, by a date for example. */
    @Test
    void twoNamesOfOneCommitAreBuiltOnce() {
        String commit = git("rev-parse", "HEAD").strip();
        try (Revisions revisions = new Revisions(said::add)) {
            DuelPlan built = revisions.build(duel(BUILD, Optional.of(commit), Optional.of("HEAD")));

            assertThat(jar(built, Side.BASELINE)).hasContent("new").isEqualTo(jar(built, Side.CANDIDATE));
            assertThat(said).filteredOn(line -> line.startsWith("building ")).hasSize(1);
        }
    }

    /** So that a run goes on after an earlier one, although its jars are built anew. */
    @Test
    void aCommitThatIsBuiltAgainIsTheSameProgram(@TempDir Path output) throws IOException {
        List<String> otherBytesEachTime = List.of("cp", "/proc/sys/kernel/random/uuid", "shop.jar");
        List<Map<String, String>> programs = new ArrayList<>();
        List<Map<String, String>> jars = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (Revisions revisions = new Revisions(said::add);
                    MeasuredServers servers = MeasuredServers.of(
                            revisions.build(duel(otherBytesEachTime, Optional.of("HEAD~1"), Optional.of("HEAD"))),
                            RunFolder.begin(output))) {
                programs.add(servers.programs());
                jars.add(servers.builds());
            }
        }

        String baseline = "server shop of the baseline";
        assertThat(programs.getFirst())
                .isEqualTo(programs.getLast())
                .containsEntry(
                        baseline,
                        "commit " + git("rev-parse", "HEAD~1").strip() + " built with '"
                                + String.join(" ", otherBytesEachTime) + "'");
        assertThat(jars.getFirst().get("jar of " + baseline))
                .startsWith("sha256 ")
                .isNotEqualTo(jars.getLast().get("jar of " + baseline));
    }

    @Test
    void aJarAsItWasBuiltStays() {
        try (Revisions revisions = new Revisions(said::add)) {
            DuelPlan built = revisions.build(duel(BUILD, Optional.of("HEAD~1"), Optional.empty()));

            assertThat(jar(built, Side.CANDIDATE)).isEqualTo(service.resolve("shop.jar"));
        }
    }

    @Test
    void leavesNothingBehind() {
        Path built;
        try (Revisions revisions = new Revisions(said::add)) {
            built = jar(revisions.build(duel(BUILD, Optional.of("HEAD~1"), Optional.empty())), Side.BASELINE);
            assertThat(built).exists();
        }
        assertThat(built).doesNotExist();
        assertThat(git("worktree", "list").lines()).hasSize(1);
    }

    @Test
    void saysThatARevisionIsNotThere() {
        assertRefused(BUILD, "origin/nowhere", "there is no revision 'origin/nowhere' in ", "fetch it first");
    }

    @Test
    void saysWhyABuildFailed() {
        assertRefused(
                List.of("cp", "nothing.txt", "shop.jar"),
                "HEAD",
                "git:HEAD could not be built: 'cp nothing.txt shop.jar' ended with exit code 1",
                "nothing.txt");
        assertRefused(List.of("no-such-tool", "package"), "HEAD", "'no-such-tool package' did not start");
    }

    @Test
    void saysThatABuildMadeNoJar() {
        assertRefused(List.of("cp", "source.txt", "other.jar"), "HEAD", "there is no shop/shop.jar then");
    }

    private void assertRefused(List<String> build, String revision, String... words) {
        try (Revisions revisions = new Revisions(said::add)) {
            DuelPlan duel = duel(build, Optional.of(revision), Optional.empty());
            assertThatExceptionOfType(ServerStartException.class)
                    .isThrownBy(() -> revisions.build(duel))
                    .satisfies(failure -> assertThat(failure.getMessage()).contains(words))
                    .matches(failure -> !failure.ofServer(), "is no result");
        }
    }

    private DuelPlan duel(List<String> build, Optional<String> baseline, Optional<String> candidate) {
        PairedCell io = DuelPlans.cell("virtual", "io");
        return DuelPlans.plan(
                List.of(new PairedCell(
                        arm("base", io.baseline(), build, baseline),
                        arm("head", io.candidate(), build, candidate),
                        io.workload(),
                        io.load())),
                Map.of(Metric.P50, new Tolerance(0.01, 0.05)),
                5,
                0.01);
    }

    private Arm arm(String label, Arm like, List<String> build, Optional<String> revision) {
        Program shop = new Program.Jar(
                service,
                Optional.empty(),
                service.resolve("shop.jar"),
                build,
                revision,
                List.of(),
                new Program.Start(
                        new Program.PortSetting.Property("port"),
                        "/health",
                        Duration.ofSeconds(1),
                        Map.of(),
                        Needs.NOTHING));
        return new Arm(
                label,
                new Variant("shop", shop, Map.of(), List.of(), Map.of(), Protocol.PLAIN),
                like.runtime(),
                like.servers());
    }

    private static Path jar(DuelPlan duel, Side side) {
        return ((Program.Jar) duel.cells().getFirst().arm(side).variant().program()).file();
    }

    private void commit(String text) throws IOException {
        Files.writeString(service.resolve("source.txt"), text);
        git("add", "--all");
        git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", text);
    }

    private String git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        ShortCommand git = ShortCommand.run(command, Duration.ofSeconds(20));
        assertThat(git.succeeded()).as(git.output()).isTrue();
        return git.output();
    }
}
