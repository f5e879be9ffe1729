package dev.loomgate.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * One generator from its start to its end. Times of requests in microseconds, others as named.
 *
 * @param startSeconds from the start of the JVM to the first request of the first order, rehearsal included
 * @param firstLateP99 of the first phase alone
 * @param latencyErrorP50 measured minus true, of all phases
 * @param serviceErrorP50 measured from the write minus true from the arrival
 * @param lost requests without a good answer
 */
record SpeedRun(
        double startSeconds,
        double cpuPerRequest,
        double lateP50,
        double lateP99,
        double lateMax,
        double firstLateP99,
        double latencyErrorP50,
        double latencyErrorP99,
        double serviceErrorP50,
        long gcPauses,
        double longestGcMillis,
        long lost) {
    /** What counts: the phases before them warm a fresh generator. */
    static final int LAST_PHASES = 2;

    private static final Pattern PAUSE = Pattern.compile("Pause .* (\\d+\\.\\d+)ms$");

    static SpeedRun of(double startSeconds, List<IterationLoad> loads, TruthPhases truth, int rate, Path gcLog)
            throws IOException {
        Histogram late = PhaseSummary.newHistogram();
        Histogram latency = PhaseSummary.newHistogram();
        Histogram service = PhaseSummary.newHistogram();
        List<IterationLoad> warm = last(loads);
        warm.forEach(load -> {
            late.add(load.lateness());
            latency.add(load.latency());
            service.add(load.service());
        });
        Histogram trueLatency = PhaseSummary.newHistogram();
        Histogram trueService = PhaseSummary.newHistogram();
        List<Integer> phases =
                truth.withRequests(Math.toIntExact(loads.getFirst().planned()));
        if (phases.size() != loads.size()) {
            throw new NotWhole("the server saw " + phases.size() + " whole phases, " + loads.size()
                    + " were measured: the machine stood still, or a request was lost");
        }
        last(phases).forEach(phase -> {
            trueLatency.add(truth.latency(phase, rate));
            trueService.add(truth.service(phase));
        });
        long planned = warm.stream().mapToLong(IterationLoad::planned).sum();
        double cpuNanos =
                warm.stream().mapToLong(load -> load.generatorCpu().toNanos()).sum();
        List<Double> pauses = pauses(gcLog);
        return new SpeedRun(
                startSeconds,
                cpuNanos / planned / 1e3,
                micros(late, 50),
                micros(late, 99),
                micros(late, 100),
                micros(loads.getFirst().lateness(), 99),
                micros(latency, 50) - micros(trueLatency, 50),
                micros(latency, 99) - micros(trueLatency, 99),
                micros(service, 50) - micros(trueService, 50),
                pauses.size(),
                pauses.stream().mapToDouble(Double::doubleValue).max().orElse(0),
                loads.stream().mapToLong(load -> load.planned() - load.good()).sum());
    }

    private static <T> List<T> last(List<T> phases) {
        return phases.subList(Math.max(0, phases.size() - LAST_PHASES), phases.size());
    }

    /**
     * A phase that the server saw in two parts, as it does when nothing arrives for 200 ms, has no truth to compare
     * with.
     */
    static final class NotWhole extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotWhole(String message) {
            super(message);
        }
    }

    private static double micros(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    private static List<Double> pauses(Path gcLog) throws IOException {
        try (var lines = Files.lines(gcLog)) {
            return lines.map(PAUSE::matcher)
                    .filter(Matcher::find)
                    .map(pause -> Double.parseDouble(pause.group(1)))
                    .toList();
        }
    }
}
