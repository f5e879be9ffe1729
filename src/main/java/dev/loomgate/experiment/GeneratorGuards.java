package dev.loomgate.experiment;

import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Whether the generator was fit. What the server answered is a result. */
final class GeneratorGuards {
    /**
     * Error kinds of the generator's own making: it ran out of descriptors or ports, the server never saw the request.
     */
    private static final List<String> GENERATOR_ERRORS =
            List.of("too many open files", "cannot assign requested address", "bindexception");

    private GeneratorGuards() {}

    /** Services behind the server share the generator's CPUs: what they use, the generator can't. */
    static Stream<String> cpu(GuardedPhase phase) {
        double backing = phase.share(Metric.BACKING_CPU);
        double generator = share(phase);
        return Complaint.when(
                !phase.saturates() && isAtItsEnd(phase),
                String.format(
                        Locale.ROOT,
                        "the generator used %.1f %%%s of its %d CPU, limit %s: what it measured may be its own queue;"
                                + " lower the rate or give the generator more CPU",
                        generator * 100,
                        backing > 0
                                ? String.format(
                                        Locale.ROOT,
                                        " and the services behind the server %.1f %%, together %.1f %%,",
                                        backing * 100,
                                        (generator + backing) * 100)
                                : "",
                        phase.generatorCpus(),
                        Complaint.percent(phase.guards().generator().cpuShare())));
    }

    private static double share(GuardedPhase phase) {
        double seconds = PhaseTime.busySeconds(phase.load()) * phase.generatorCpus();
        return seconds > 0 ? PhaseTime.seconds(phase.load().generatorCpu()) / seconds : 0;
    }

    private static boolean isAtItsEnd(GuardedPhase phase) {
        return share(phase) + phase.share(Metric.BACKING_CPU)
                > phase.guards().generator().cpuShare();
    }

    /** Whether servers that were asked for all they can might have answered more. */
    static boolean endedFirst(GuardedPhase phase) {
        return phase.saturates() && isAtItsEnd(phase);
    }

    static Stream<String> accounted(GuardedPhase phase) {
        IterationLoad load = phase.load();
        long known = load.good() + load.wrongBodies() + load.failed();
        return Complaint.when(
                known != load.started(),
                String.format(
                        Locale.ROOT,
                        "%d requests were started but %d ended as good, wrong or failed: the generator lost count;"
                                + " see the generator's log",
                        load.started(),
                        known));
    }

    /** Requests that failed on the generator's side. */
    static long neverSent(IterationLoad load) {
        return load.errors().entrySet().stream()
                .filter(error -> isGenerators(error.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    static Stream<String> errors(GuardedPhase phase) {
        return phase.load().errors().entrySet().stream()
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
}
