package dev.loomgate.plan;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every {@code -Dloomgate.*} of a run: its name, what it takes, what holds without it, and what it means.
 * {@code docs/reference/switches.md} is made of this; after a change write it anew with
 * {@code mvn -o test -Dtest=ReferenceTest -Dreference.write=true}.
 */
enum Switch {
    BASELINE(
            Group.KIND,
            "baseline",
            "a runtime or variant",
            "the usual runtime, when `candidate` is given",
            "Compares two arms instead of measuring cells; this is the one that the other is compared with."),
    CANDIDATE(
            Group.KIND,
            "candidate",
            "a runtime or variant",
            "the usual runtime, when `baseline` is given",
            "The arm that may have got worse; of the same kind as the baseline."),
    CALIBRATE(
            Group.KIND,
            "calibrate",
            oneOf(Calibration.words()),
            "off",
            "Compares an arm with itself (`aa`), or with itself and a known fault (`power`), and says how often the gate is wrong."),
    CLAIMS(
            Group.KIND,
            "claims",
            oneOf(List.of("true", "strict")),
            "off",
            "Holds the studies' claims against this machine; with `strict` a claim that fails is red, and one whose server failed."),

    THRESHOLDS(
            Group.ANY,
            "thresholds",
            "a path",
            code(Defaults.THRESHOLDS),
            "The file that says what is measured and what is tolerated."),
    OUTPUT(
            Group.ANY,
            "output",
            "a folder",
            code(Defaults.OUTPUT) + "; " + code(Defaults.DUEL_OUTPUT) + "; " + code(Defaults.CLAIMS_OUTPUT),
            "Where results go: of cells, of a comparison, of the claims."),
    SERVERS(Group.ANY, "servers", "a folder", code(Defaults.SERVERS), "The servers as they were built."),
    SCALE(
            Group.ANY,
            "scale",
            "a name",
            "`" + Defaults.SCALE + "`; `" + Defaults.CLAIMS_SCALE + "` for claims",
            "How much is measured: a name below `scales`, in a comparison below `duels`."),
    VARIANTS(Group.ANY, "variants", Takes.NAMES, "all of the scale", "Measures these variants only."),
    WORKLOADS(Group.ANY, "workloads", Takes.NAMES, "all of the scale", "Measures these workloads only."),
    RUNTIMES(
            Group.ANY,
            "runtimes",
            Takes.NAMES,
            "the newest that is found",
            "Measures on these runtimes; one with `cpus` is measured only when it is named here. A comparison of variants, builds"
                    + " or revisions is on one."),
    LAUNCHER(
            Group.ANY,
            "launcher",
            oneOf(List.of("auto", "container", "process")),
            "`auto`",
            "Where servers run: containers where an engine answers and the image is there or can be pulled, else forked JVMs."),
    PINNING(
            Group.ANY,
            "pinning",
            oneOf(List.of("on", "off")),
            "`on`",
            "With `off` the system places processes, server and generator share all CPUs, and the fingerprint says so."),
    IMAGE_POSTGRES(
            Group.ANY,
            "image.postgres",
            "an image",
            "`" + Defaults.POSTGRES_IMAGE + "`",
            "Database behind servers in containers, where the engine has the image; it is not pulled."),
    IMAGE_TOXIPROXY(
            Group.ANY,
            "image.toxiproxy",
            "an image",
            "`" + Defaults.TOXIPROXY_IMAGE + "`",
            "Delay proxy beside a database in a container, where the engine has the image; it is not pulled."),
    STRICT(
            Group.ANY,
            "strict",
            Takes.FLAG,
            "off",
            "INCONCLUSIVE and UNGATED fail the build, too; with `-Dloomgate.claims=strict` a claim that is undecided."),
    CI(
            Group.ANY,
            "ci",
            Takes.FLAG,
            "off",
            "A cell that is INVALID only because the machine disturbed it is a warning; never all cells."),
    MAX_CONNECTIONS(
            Group.ANY,
            "max-connections",
            Takes.COUNT,
            String.valueOf(Defaults.MAX_CONNECTIONS),
            "Most connections of the generator, shared by all users."),
    EXPLAIN(
            Group.ANY,
            "explain",
            Takes.FLAG,
            "off",
            "One more phase per cell of one rate, with a flight recording; not of the claims."),
    CONTINUE(
            Group.ANY,
            "continue",
            Takes.FLAG,
            "off",
            "Goes on with the run in the same folder: finished cells and units are not measured again."),

    ITERATIONS(Group.SCALES, "iterations", Takes.COUNT, Takes.OF_THE_SCALE, "Measured phases per cell."),
    MAX_ITERATIONS(
            Group.SCALES,
            "max-iterations",
            Takes.COUNT,
            Takes.OF_THE_SCALE,
            "Most phases per cell, when a limit is undecided or a phase was invalid."),
    ITERATION(Group.SCALES, "iteration", Takes.TIME, Takes.OF_THE_SCALE, "Length of a measured phase, whole seconds."),
    WARMUP_FLOOR(Group.SCALES, "warmup.floor", Takes.COUNT, Takes.OF_THE_SCALE, "Warm-up cycles that are always run."),
    WARMUP_CAP(
            Group.SCALES,
            "warmup.cap",
            Takes.COUNT,
            Takes.OF_THE_SCALE,
            "Warm-up cycles after which measuring starts in any case."),

    CLAIM(Group.CLAIMS, "claim", Takes.NAMES, "all", "Holds these claims only."),
    CLAIMS_FILE(Group.CLAIMS, "claims.file", "a path", code(Defaults.CLAIMS), "The file with the claims."),
    ROUNDS(
            Group.CLAIMS,
            "rounds",
            "a whole number from " + ClaimPlan.FEWEST_ROUNDS + " on",
            String.valueOf(Defaults.ROUNDS),
            "How often a claim is measured at most, each time on fresh boots, until it is decided."),

    BASELINE_SERVERS(
            Group.COMPARISONS,
            "baseline.servers",
            "a folder",
            "as `servers`",
            "Another build of the servers, for the baseline."),
    CANDIDATE_SERVERS(
            Group.COMPARISONS,
            "candidate.servers",
            "a folder",
            "as `servers`",
            "Another build of the servers, for the candidate."),
    BASELINE_JAR(
            Group.COMPARISONS,
            "baseline.jar",
            "a path",
            "that of the variant",
            "Another build of a service that stands as `jar` below `variants`, for the baseline."),
    CANDIDATE_JAR(
            Group.COMPARISONS,
            "candidate.jar",
            "a path",
            "that of the variant",
            "Another build of a service that stands as `jar` below `variants`, for the candidate."),
    BASELINE_WITH(
            Group.COMPARISONS,
            "baseline.with",
            Takes.OPTIONS,
            "none",
            "What the baseline's JVM gets beside what its variant and runtime say."),
    CANDIDATE_WITH(
            Group.COMPARISONS,
            "candidate.with",
            Takes.OPTIONS,
            "none",
            "What the candidate's JVM gets beside what its variant and runtime say."),
    BASELINE_ENV(
            Group.COMPARISONS,
            "baseline.env",
            Takes.VARIABLES,
            "none",
            "Environment variables of the baseline, in place of those of its variant and runtime."),
    CANDIDATE_ENV(
            Group.COMPARISONS,
            "candidate.env",
            Takes.VARIABLES,
            "none",
            "Environment variables of the candidate, in place of those of its variant and runtime."),
    BASELINE_JDK(
            Group.COMPARISONS,
            "baseline.jdk",
            "the home of a JDK",
            "as `jdk.<version>`",
            "JDK of the baseline, forked."),
    CANDIDATE_JDK(
            Group.COMPARISONS,
            "candidate.jdk",
            "the home of a JDK",
            "as `jdk.<version>`",
            "JDK of the candidate, forked: two builds or vendors of one Java version."),
    BASELINE_IMAGE(
            Group.COMPARISONS,
            "baseline.image",
            "an image",
            "as `image.<version>`",
            "Image of the baseline, in containers: with its JDK, or of the service where that is an image."),
    CANDIDATE_IMAGE(
            Group.COMPARISONS,
            "candidate.image",
            "an image",
            "as `image.<version>`",
            "Image of the candidate, in containers: with its JDK, or of the service where that is an image."),
    UNITS(Group.COMPARISONS, "units", Takes.COUNT, Takes.OF_THE_SCALE, "Most pairs of JVMs per cell."),
    AT_MOST(
            Group.COMPARISONS,
            "at-most",
            Takes.TIME,
            "of the scale; " + Defaults.CLAIMS_AT_MOST.toMinutes() + " min for claims",
            "After this time no further pair is started. A run of the claims starts nothing that would not end before, by what it took in the rounds before."),
    SEED(
            Group.COMPARISONS,
            "seed",
            Takes.COUNT,
            "drawn, and printed",
            "What the order of boots, and of who comes first in a window, follows from.");

    /** Who understands a switch. */
    enum Group {
        /** Says what kind of run it is. */
        KIND,
        /** Of every run. */
        ANY,
        /** Changes a scale for a quick try; a comparison of two arms has no scale. */
        SCALES,
        /** Only of a run of the claims. */
        CLAIMS,
        /** Only of a comparison of two arms, but for {@link #AT_MOST}, which a run of the claims has, too. */
        COMPARISONS
    }

    /** What several of them say alike. */
    private static final class Takes {
        private static final String FLAG = "`true` or `false`; alone it means true";
        private static final String COUNT = "a whole number from 1 on";
        private static final String TIME = "a time, as in `5 s`";
        private static final String NAMES = "names, separated by commas";
        private static final String OPTIONS =
                "JVM options, as `-X…`, `-Dname=value` or `--add-opens=…`, separated by spaces";
        private static final String VARIABLES =
                "`NAME=value`, separated by spaces; no secrets, because the report shows them";
        private static final String OF_THE_SCALE = "of the scale";

        private Takes() {}
    }

    private final Group group;
    private final String text;
    private final String takes;
    private final String otherwise;
    private final String meaning;

    Switch(Group group, String text, String takes, String otherwise, String meaning) {
        this.group = group;
        this.text = text;
        this.takes = takes;
        this.otherwise = otherwise;
        this.meaning = meaning;
    }

    private static String oneOf(List<String> words) {
        return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(" or "));
    }

    private static String code(Path path) {
        return "`" + path.toString().replace(File.separatorChar, '/') + "`";
    }

    /** The names of these groups, in order. */
    static List<String> names(Group... groups) {
        List<Group> wanted = List.of(groups);
        return Stream.of(values())
                .filter(each -> wanted.contains(each.group))
                .map(each -> each.text)
                .toList();
    }

    Group group() {
        return group;
    }

    /** Without the prefix. */
    String text() {
        return text;
    }

    /** In words, for a document. */
    String takes() {
        return takes;
    }

    /** What holds when it is not given, in words. */
    String otherwise() {
        return otherwise;
    }

    String meaning() {
        return meaning;
    }
}
