package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Half a CPU and 512 MiB (DEBS), on the real {@code spring-mvc}, as a process and in a container. */
@Tag("proof")
@Tag("untimed")
class LimitedServerIT {
    private static final JvmRuntime DEBS = TestRuntimes.debs(Runtime.version().feature(), "-XX:+UseParallelGC");
    private static final Variant SPRING =
            new Variant("spring", new Program.Shipped("spring-mvc"), Map.of(), List.of(), Map.of(), Protocol.PLAIN);
    private static final Path SERVERS = Path.of("target", "servers").toAbsolutePath();

    private static final int AT_ONCE = 100;

    @TempDir
    Path folder;

    @Test
    void holdsAProcessToHalfACpu() throws IOException {
        assumeGroupsCanBeMade();
        RunningServer server = TestLaunchers.forked(SERVERS, folder).launch(SPRING, DEBS);
        List<Path> groups = groupsOf(server.pid().orElseThrow());
        try (server) {
            System.out.println("[loomgate] spring-mvc on debs, as a process: up after "
                    + server.startup().toMillis() + " ms");
            assertIsLimited(server);
            assertIsLimitedOnceItIsMeasured(server);
            long before = throttled(groups);
            assertThat(before).as("periods in which booting was stopped").isPositive();
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                computeAtOnce(server);
                return throttled(groups) > before;
            });
        }
        assertThat(groups).noneMatch(Files::exists);
    }

    @Test
    void holdsAContainerToHalfACpu() throws IOException {
        EngineSearch.Outcome found = TestLaunchers.engine();
        assumeTrue(
                found instanceof EngineSearch.Found,
                () -> "skipped: " + (found instanceof EngineSearch.Missing missing ? missing.why() : ""));
        ContainerEngine engine = ((EngineSearch.Found) found).engine();
        try (RunningServer server =
                TestLaunchers.inContainers(engine, SERVERS, folder).launch(SPRING, DEBS)) {
            System.out.println("[loomgate] spring-mvc on debs, in a container: up after "
                    + server.startup().toMillis() + " ms");
            assertIsLimited(server);
            assertIsLimitedOnceItIsMeasured(server);
            assertThat(server.commandLine()).contains("--memory=512m", "--cpus=0.5");
        }
    }

    @Test
    void saysThatAServerNeededMoreMemoryThanItsGroupHas() throws IOException {
        assumeGroupsCanBeMade();
        TinyServer.packInto(folder);
        RunningServer server =
                TestLaunchers.forked(folder, folder).launch(TestLaunchers.tiny(""), TestLaunchers.limited());
        try (server) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> HttpAnswer.to(server.baseUri().resolve("/eat"), Duration.ofSeconds(60)));
            await().atMost(Duration.ofSeconds(10)).until(() -> server.death().isPresent());
        }

        assertThat(server.death().orElseThrow().reason().words())
                .contains("SIGKILL", "out of memory: the limit of its control group");
    }

    /** More work than half a CPU does in a period of the quota, 50 ms. */
    private static void computeAtOnce(RunningServer server) throws InterruptedException {
        List<Thread> clients = Stream.generate(() -> Thread.ofVirtual().start(() -> compute(server)))
                .limit(AT_ONCE)
                .toList();
        for (Thread client : clients) {
            client.join();
        }
    }

    private static void compute(RunningServer server) {
        try {
            HttpAnswer.to(server.baseUri().resolve("/compute"), Duration.ofSeconds(20));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertIsLimited(RunningServer server) {
        assertThat(server.effective())
                .containsEntry("cpu-limit", "0.5")
                .containsEntry("memory-limit", "512")
                .containsEntry("heap-max", "256")
                .containsEntry("processors", "1")
                .containsEntry("launcher.memory-limit", "512")
                .hasEntrySatisfying("gc", gc -> assertThat(gc).contains("PS Scavenge", "PS MarkSweep"));
    }

    /** Warming up it may use what there is; measured, its share, as seen from inside. */
    private static void assertIsLimitedOnceItIsMeasured(RunningServer server) throws IOException {
        server.unpin();
        assertThat(server.askEffective()).containsEntry("cpu-limit", "none");
        assertThat(server.pin()).isEmpty();
        assertThat(server.askEffective()).containsEntry("cpu-limit", "0.5");
    }

    static void assumeGroupsCanBeMade() {
        String why = whyNoGroups();
        assumeTrue(why.isEmpty(), () -> "skipped: " + why);
    }

    private static String whyNoGroups() {
        try {
            ControlGroups.ofMachine().require(DEBS);
            return "";
        } catch (ServerStartException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** By its own name, wherever it is mounted: {@code /proc/<pid>/cgroup} tells the path below the mount. */
    static List<Path> groupsOf(long pid) throws IOException {
        Pattern name = Pattern.compile(".*/(loomgate-" + ProcessSession.PATTERN + "-\\d+)");
        List<String> names = Files.readAllLines(Path.of("/proc", String.valueOf(pid), "cgroup")).stream()
                .map(name::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .distinct()
                .toList();
        assertThat(names).hasSize(1);
        try (var folders = Files.find(Path.of("/sys/fs/cgroup"), 12, (path, kind) -> path.endsWith(names.getFirst()))) {
            return folders.toList();
        }
    }

    private static long throttled(List<Path> groups) throws IOException {
        for (Path group : groups) {
            Path stat = group.resolve("cpu.stat");
            if (Files.exists(stat)) {
                return Files.readAllLines(stat).stream()
                        .filter(line -> line.startsWith("nr_throttled "))
                        .mapToLong(line -> Long.parseLong(line.substring("nr_throttled ".length())))
                        .sum();
            }
        }
        throw new IllegalStateException("none of " + groups + " counts CPU time");
    }
}
