package dev.loomgate.trial;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.LoadProfile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The guards that stand before a verdict: whether the instrument was fit to measure this phase. A slow or failing server is a
 * result, not a broken guard; only what the generator did wrong, and wrong bodies (another program was measured), count here.
 */
final class Validity {
    /** Each looks at one thing and returns its complaints; a new guard is one more line. */
    private static final List<Function<Phase, Stream<String>>> CHECKS = List.of(
            Validity::starts,
            Validity::rate,
            Validity::lateness,
            Validity::generatorCpu,
            Validity::accounted,
            Validity::wrongBodies,
            Validity::generatorErrors);

    /** Error kinds of the generator's own making: it ran out of descriptors or ports, the server never saw the request. */
    private static final List<String> GENERATOR_ERRORS =
            List.of("too many open files", "cannot assign requested address", "bindexception");

    private Validity() {}

    private record Phase(Guards guards, LoadProfile profile, IterationLoad load, int generatorCpus) {}

    /**
     * Why this phase must not be judged, one sentence each; empty when it is valid.
     *
     * @param generatorCpus event loops of the generator that have a CPU of their own
     */
    static List<String> reasons(Guards guards, LoadProfile profile, IterationLoad load, int generatorCpus) {
        if (generatorCpus < 1) {
            throw new IllegalArgumentException("a generator runs on at least 1 CPU, was " + generatorCpus);
        }
        if (load.started() == 0) {
            return List.of("no request was sent, " + load.planned() + " were planned; see the generator's log");
        }
        Phase phase = new Phase(guards, profile, load, generatorCpus);
        return CHECKS.stream().flatMap(check -> check.apply(phase)).toList();
    }

    private static Stream<String> starts(Phase phase) {
        long planned = phase.load.planned();
        long started = phase.load.started();
        return when(
                Math.abs(started - planned) > phase.guards.rateShare() * planned,
                String.format(
                        Locale.ROOT,
                        "%d requests were started, %d planned: %.1f %% off, limit %s; lower the rate or give the generator more CPU",
                        started,
                        planned,
                        100.0 * Math.abs(started - planned) / Math.max(planned, 1),
                        percent(phase.guards.rateShare())));
    }

    private static Stream<String> rate(Phase phase) {
        double seconds = PhaseTime.seconds(phase.load.startSpan());
        return switch (phase.profile) {
            case LoadProfile.Constant constant -> {
                int planned = constant.requestsPerSecond();
                double achieved = seconds > 0 ? phase.load.started() / seconds : 0;
                // Requests that the connection cap held back were late because the server was too slow for them.
                yield when(
                        phase.load.heldBack() == 0 && Math.abs(achieved - planned) > phase.guards.rateShare() * planned,
                        String.format(
                                Locale.ROOT,
                                "requests were started at %.1f req/s, planned were %d req/s: %.1f %% off, limit %s;"
                                        + " lower the rate or give the generator more CPU",
                                achieved,
                                planned,
                                100 * Math.abs(achieved - planned) / planned,
                                percent(phase.guards.rateShare())));
            }
        };
    }

    private static Stream<String> lateness(Phase phase) {
        Histogram lateness = phase.load.lateness();
        if (lateness.getTotalCount() == 0) {
            return Stream.of("the generator recorded no lateness, so nobody knows whether it was on time");
        }
        double late = lateness.getValueAtPercentile(99) / 1e6;
        Histogram latency = phase.load.latency();
        double p50 = latency.getTotalCount() == 0 ? 0 : latency.getValueAtPercentile(50) / 1e6;
        Duration floor = phase.guards.latenessFloor();
        double limit = Math.max(PhaseTime.seconds(floor) * 1e3, phase.guards.latenessShare() * p50);
        return when(
                late > limit,
                String.format(
                        Locale.ROOT,
                        "the generator sent late by %.2f ms at p99, limit %.2f ms (the larger of %.2f ms and %s of the p50 of %.2f ms);"
                                + " lower the rate, keep other work off the generator's CPU, or raise the guard",
                        late,
                        limit,
                        PhaseTime.seconds(floor) * 1e3,
                        percent(phase.guards.latenessShare()),
                        p50));
    }

    private static Stream<String> generatorCpu(Phase phase) {
        double seconds = PhaseTime.busySeconds(phase.load) * phase.generatorCpus;
        double use = seconds > 0 ? PhaseTime.seconds(phase.load.generatorCpu()) / seconds : 0;
        return when(
                use > phase.guards.generatorCpu(),
                String.format(
                        Locale.ROOT,
                        "the generator used %.1f %% of its %d CPU, limit %s: what it measured may be its own queue;"
                                + " lower the rate or give the generator more CPU",
                        use * 100,
                        phase.generatorCpus,
                        percent(phase.guards.generatorCpu())));
    }

    private static Stream<String> accounted(Phase phase) {
        IterationLoad load = phase.load;
        long known = load.good() + load.wrongBodies() + load.failed();
        return when(
                known != load.started(),
                String.format(
                        Locale.ROOT,
                        "%d requests were started but %d ended as good, wrong or failed: the generator lost count;"
                                + " see the generator's log",
                        load.started(),
                        known));
    }

    private static Stream<String> wrongBodies(Phase phase) {
        return when(
                phase.load.wrongBodies() > 0,
                String.format(
                        Locale.ROOT,
                        "%d of %d answers had a good status and a wrong body: this is not the work that was to be measured;"
                                + " run the contract test against the server",
                        phase.load.wrongBodies(),
                        phase.load.started()));
    }

    private static Stream<String> generatorErrors(Phase phase) {
        return phase.load.errors().entrySet().stream()
                .filter(error -> error.getValue() > 0 && isGenerators(error.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(error -> String.format(
                        Locale.ROOT,
                        "%d requests failed on the generator's side: %s; raise its limit of open files or lower its connection cap",
                        error.getValue(),
                        error.getKey()));
    }

    private static boolean isGenerators(String kind) {
        String lower = kind.toLowerCase(Locale.ROOT);
        return GENERATOR_ERRORS.stream().anyMatch(lower::contains);
    }

    private static Stream<String> when(boolean broken, String sentence) {
        return broken ? Stream.of(sentence) : Stream.empty();
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share * 100)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }
}
