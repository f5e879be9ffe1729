package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Every value that holds when the user says nothing, and why. Nothing else in the harness falls back; flags are off. */
final class Defaults {
    private Defaults() {}

    /** Beside the pom. */
    static final Path THRESHOLDS = Path.of("thresholds.yml");

    /** Below target, so that {@code mvn clean} removes it and a CI job archives one folder. */
    static final Path OUTPUT = Path.of("target", "loomgate");

    /** A folder of its own, so that the report of a duel does not replace that of the cells. */
    static final Path DUEL_OUTPUT = Path.of("target", "loomgate-duel");

    /** What the studies claim. */
    static final Path CLAIMS = Path.of("src", "main", "claims", "claims.yml");

    /** Where a run of the claims leaves what it found. */
    static final Path CLAIMS_OUTPUT = Path.of("target", "loomgate-claims");

    /** Two decide most claims; with five an interval is half as wide as with two. */
    static final int ROUNDS = 5;

    /** A round takes 19 minutes on two CPUs of a Xeon, and 26 on two of an EPYC; of what two leave undecided a part of that. */
    static final Duration CLAIMS_AT_MOST = Duration.ofMinutes(90);

    /**
     * A Spring Boot service with a database starts in 5 to 20 s on two CPUs. Held to half a CPU, a smaller one took 22 to
     * 58 s, and on a busy host more than 60.
     */
    static final Duration READY_WITHIN = Duration.ofMinutes(2);

    /** Where Gatling's own plugins look for simulations, in the folder of the file. */
    static final String SIMULATION_SOURCES = "src/gatling/java";

    /** Of one run of a simulation, of which a cell has ten and more. */
    static final Duration SIMULATION_AT_MOST = Duration.ofSeconds(60);

    /** Where the root build puts the servers it built. */
    static final Path SERVERS = Path.of("target", "servers");

    /** Short enough to wait for: all variants in 12 minutes. */
    static final String SCALE = "quick";

    /** Of a run of the claims. */
    static final String CLAIMS_SCALE = "claims";

    /** Windows of a comparison, from which the first is taken that holds whole requests for each of two arms. */
    static final List<Duration> WINDOWS =
            List.of(Duration.ofMillis(1500), Duration.ofMillis(1600), Duration.ofSeconds(2));

    /** By the units of equal arms, four know CPU time, p50 and p95 as well as twelve. */
    static final int WINDOWS_OF_A_UNIT = 4;

    /** The servers have just woken up. */
    static final Duration DROPPED = Duration.ofMillis(200);

    static final Duration BETWEEN_WINDOWS = Duration.ofMillis(100);

    /** Two phases of windows as above, of a pair that takes some 40 s. Ceilings of equal arms differ by up to 4 % by these. */
    static final Duration CEILING_TIME = Duration.ofMillis(1500);

    /** The second compiler comes after some 15,000 calls; where the JIT is busy for longer, up to the cap. */
    static final UnitScale.WarmUp UNIT_WARM_UP =
            new UnitScale.WarmUp(5000, Map.of(), new WarmUpRules(Duration.ZERO, 4, 16, 0.25));

    /** Judged after 3, 5 and 8 pairs. */
    static final int UNITS = 8;

    /** Eight pairs of one cell take 36 to 48 s each on two CPUs. */
    static final Duration DUEL_AT_MOST = Duration.ofMinutes(10);

    /** How often the gate of a change may be red when nothing changed: once in a hundred runs. */
    static final double GATE_ALPHA = 0.01;

    /** Containers where an engine answers, else forked JVMs: works everywhere, and the choice is printed. */
    static final LauncherChoice LAUNCHER = LauncherChoice.AUTO;

    /** Of failed and wrong answers, in percentage points: any more counts, and one in 200 has to be detected. */
    static final Tolerance COUNT_TOLERANCE = new Tolerance(0, 0.005);

    /** A healthy server needs far fewer (1,200 req/s x 0.1 s = 120), and a machine breaks at 20,000 descriptors. */
    static final int MAX_CONNECTIONS = 4096;

    /**
     * Guards for a healthy shared machine.
     *
     * <p>Generator: 1 % is more than one lost tick of the injector, 2 ms is what a reused generator on one CPU shows
     * at 1,000 req/s, 85 % leaves it room for a burst.
     *
     * <p>Machine: 5 % of the CPUs, for others and for the hypervisor alike, is what a quiet system with its daemons
     * stays well below (about 1 %), several times what ticks of 10 ms leave open in 2 s, and less than a difference
     * that a limit looks for. Linux slews both clocks alike, and where only one is slewed NTP does so by 0.5 ms in a
     * second at most, 15 ms in the longest iteration of 30 s: 50 ms is a step or a sleep.
     *
     * <p>JIT: warm iterations show 0 to 7 % of the server's CPU, cold ones 14 to 28 %. Sampler: 1 s is four looks in
     * a row that did not happen. An iteration that is invalid three times in a row has a cause that a fourth try does
     * not remove.
     */
    static final Guards GUARDS = new Guards(
            new Guards.Generator(0.01, Duration.ofMillis(2), 0.05, 0.85),
            new Guards.Machine(0.05, 0.05, Duration.ofMillis(50)),
            0.10,
            Duration.ofSeconds(1),
            2);

    /** Reading two clocks one after the other is good for about a millisecond on a busy machine. */
    static final Duration SMALLEST_CLOCK_GUARD = Duration.ofMillis(5);

    /** Twice the sampler's period: less would call every ordinary look a gap. */
    static final Duration SMALLEST_SAMPLER_GAP = Duration.ofMillis(500);

    /** A public JRE image of every feature version. */
    static String image(int java) {
        return "eclipse-temurin:" + java + "-jre";
    }

    /** The version that the embedded one has, too. */
    static final String POSTGRES_IMAGE = "postgres:18-alpine";

    /** The newest release of the public image, named by its version: "latest" would be another one tomorrow. */
    static final String TOXIPROXY_IMAGE = "ghcr.io/shopify/toxiproxy:2.12.0";

    /** Thresholds files have a few kilobytes; what is larger is a mistake or an attack. */
    static final int LARGEST_FILE_BYTES = 1024 * 1024;

    /** The format itself needs five levels. */
    static final int DEEPEST_NESTING = 8;

    /** Rates and mebibytes beyond this are typing errors. */
    static final int LARGEST_COUNT = 1_000_000;

    /** A scale with more cells than this can't end within a day. */
    static final int MOST_CELLS = 1_000;

    /** Properties of the build that share the prefix but are none of ours. */
    static final List<String> BUILD_PROPERTIES = List.of("skip.unit.tests");
}
