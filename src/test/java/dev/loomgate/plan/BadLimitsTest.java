package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BadLimitsTest {
    private static final String P50 = "\"<= 115 ms\"";
    private static final String P99 = "\"<= 1.5 x platform-100\"";
    private static final String THROUGHPUT = "\">= 95 % of offered\"";
    private static final String ENTRY = "- variants: [virtual]\n    workloads: [io]\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"metrics", "bounds", "selections"})
    void refuses(String what, String sound, String spoiled, String words) {
        Sample.assertOneProblem(folder, Sample.with(sound, spoiled), words.split("\\|"));
    }

    /** Users wait for their answers, so that none of them is a share of a rate. */
    @Test
    void refusesAShareOfTheRateOfUsers() {
        String users = Sample.with("loads: [80 req/s]", "loads: [8 users]");
        Sample.assertOneProblem(
                folder,
                users.replace(THROUGHPUT, "¦" + THROUGHPUT),
                "'of offered' is a share of a rate",
                ">= 300 req/s");

        String some = Sample.with("loads: [80 req/s]", "loads: [80 req/s, 8 users]");
        assertThat(Sample.problems(folder, some)).isEmpty();
    }

    static Stream<Arguments> metrics() {
        return Stream.of(
                arguments(
                        "an unknown metric",
                        "p50: ",
                        "¦p9: ",
                        "unknown metric 'p9'; did you mean 'p90'?|allowed: min, mean, p50, p90"),
                arguments(
                        "a percentile above 100",
                        "p50: ",
                        "¦p101: ",
                        "unknown metric 'p101'; a percentile is below 100"),
                arguments("percentile 100", "p50: ", "¦p100: ", "a percentile is below 100"),
                arguments("a percentile on the scale 0 to 1", "p50: ", "¦p0.99: ", "p99, not p0.99"),
                arguments(
                        "limits that are a text",
                        "\n      throughput: " + THROUGHPUT,
                        " ¦throughput",
                        "a mapping from metric to limit is expected|allowed: min"),
                arguments(
                        "an entry that limits nothing",
                        "\n      throughput: " + THROUGHPUT,
                        " ¦{}",
                        "limits no metric"));
    }

    static Stream<Arguments> bounds() {
        return Stream.of(
                arguments("no unit", P50, "¦\"<= 115\"", "p50: '115' has no unit|allowed: ns, us, ms, s, min"),
                arguments(
                        "a unit of another dimension",
                        P50,
                        "¦\"<= 115 MiB\"",
                        "'115 MiB' is not a time|allowed: ns, us, ms"),
                arguments("no comparison", P50, "¦\"115 ms\"", "'115 ms' is not a limit|allowed: <= or >="),
                arguments("an unknown comparison", P50, "¦\"< 115 ms\"", "'< 115 ms' is not a limit"),
                arguments("nothing to compare with", P50, "¦\"<=\"", "'<=' is not a limit"),
                arguments("a number without quotes", P50, "¦115", "'115' is not a limit"),
                arguments("a mapping as a limit", P50, "¦{max: 115 ms}", "a text is expected here, found a mapping"),
                arguments("a negative bound", P50, "¦\"<= -1 ms\"", "'-1 ms' is negative"),
                arguments("infinity", P50, "¦\"<= Infinity ms\"", "'Infinity ms' is not a time"),
                arguments(
                        "the second of two",
                        THROUGHPUT,
                        "[" + THROUGHPUT + ", ¦\">= 5 ms\"]",
                        "'5 ms' is not a rate|allowed: req/s"),
                arguments(
                        "an unknown variant",
                        P99,
                        "¦\"<= 1.5 x platform-10\"",
                        "unknown variant 'platform-10'; did you mean 'platform-100'?|allowed: platform-100, virtual, webflux"),
                arguments("a negative factor", P99, "¦\"<= -1.5 x platform-100\"", "'-1.5 x platform-100' is negative"),
                arguments("a factor of 0", P99, "¦\"<= 0 x platform-100\"", "compares with nothing"),
                arguments(
                        "a share of an unknown rate",
                        THROUGHPUT,
                        "¦\">= 95 % of ofered\"",
                        "unknown bound 'ofered'; did you mean 'offered'?|allowed: offered, threads / wait"),
                arguments(
                        "a rate as the bound of a time",
                        P50,
                        "¦\"<= 95 % of offered\"",
                        "'of offered' is a rate, and p50 is measured in ms"),
                arguments(
                        "a limit that can't fail",
                        THROUGHPUT,
                        "¦\">= 0 req/s\"",
                        "can't fail: throughput is never below 0"),
                arguments(
                        "errors up to 100 %",
                        "throughput: " + THROUGHPUT,
                        "errors: ¦\"<= 100 %\"",
                        "can't fail: errors are never above 100 %"));
    }

    static Stream<Arguments> selections() {
        return Stream.of(
                arguments(
                        "a limit that selects nothing",
                        ENTRY,
                        "- ¦variants: [webflux]\n    workloads: [io]\n",
                        "this entry selects no cell of any scale"),
                arguments(
                        "a load that no cell has",
                        ENTRY,
                        "- ¦variants: [virtual]\n    loads: [501 req/s]\n",
                        "this entry selects no cell of any scale"),
                arguments(
                        "an unknown variant",
                        ENTRY,
                        "- variants: [¦virtal]\n    workloads: [io]\n",
                        "unknown variant 'virtal'; did you mean 'virtual'?|allowed: platform-100, virtual, webflux"),
                arguments(
                        "an unknown scale",
                        ENTRY,
                        "- scales: [¦quik]\n    variants: [virtual]\n",
                        "unknown scale 'quik'; did you mean 'quick'?|allowed: quick"),
                arguments(
                        "a variant that the cells don't have",
                        P99,
                        "¦\"<= 1.5 x webflux\"",
                        "scale quick does not measure webflux on io at 1200 req/s|nothing to compare with"),
                arguments(
                        "a fingerprint in capital letters",
                        ENTRY,
                        "- variants: [virtual]\n    workloads: [io]\n    calibrated-on: ¦\"3F9A12C07B5E\"\n",
                        "'3F9A12C07B5E' is not the id of a fingerprint; every run prints its own|allowed: 12 of the characters 0-9 and a-f"),
                arguments(
                        "a fingerprint that is too short",
                        ENTRY,
                        "- variants: [virtual]\n    workloads: [io]\n    calibrated-on: ¦3f9a12\n",
                        "'3f9a12' is not the id of a fingerprint"),
                arguments(
                        "a list of fingerprints",
                        ENTRY,
                        "- variants: [virtual]\n    workloads: [io]\n    calibrated-on: ¦[3f9a12c07b5e]\n",
                        "a text is expected here, found a list"),
                arguments(
                        "a misspelt key of the fingerprint",
                        ENTRY,
                        "- variants: [virtual]\n    workloads: [io]\n    ¦calibrated-in: 3f9a12c07b5e\n",
                        "unknown key 'calibrated-in'; did you mean 'calibrated-on'?"),
                arguments(
                        "a calibration of what needs none",
                        "- workloads: [compute]\n    limits:\n      throughput: ",
                        "- workloads: [compute]\n    calibrated-on: 3f9a12c07b5e\n    limits:\n      throughput: ¦",
                        "'>= 95 % of offered' holds on any machine and needs no 'calibrated-on'"),
                arguments("a variant against itself", P99, "¦\"<= 1.5 x virtual\"", "compares virtual with itself"));
    }

    @Test
    void refusesThreadsByWaitOfAVariantWithoutAPool() {
        Sample.assertOneProblem(
                folder,
                Sample.SOUND + """
                          - variants: [platform-100, virtual]
                            workloads: [io]
                            limits:
                              throughput: ¦"<= 105 % of threads / wait"
                        """,
                "'threads / wait' needs variants with effective: {request-threads: <number>}, virtual has none");
    }

    @Test
    void refusesThreadsByWaitWhereNothingWaits() {
        String pooled = Sample.with(
                "variants: [virtual], workloads: [compute]", "variants: [platform-100], workloads: [compute]");
        Sample.assertOneProblem(
                folder,
                pooled.replace(THROUGHPUT, "¦\"<= 105 % of threads / wait\""),
                "'threads / wait' needs a workload that waits, compute waits 0 ms");
    }
}
