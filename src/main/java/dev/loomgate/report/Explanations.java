package dev.loomgate.report;

import dev.loomgate.experiment.Explanation;
import dev.loomgate.sampling.Flight;
import dev.loomgate.sampling.FlightFacts;
import dev.loomgate.sampling.FlightFacts.Share;
import dev.loomgate.sampling.FlightFacts.Waits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a recording tells, as tables. */
final class Explanations {
    private Explanations() {}

    static List<Table> of(Explanation explanation) {
        return switch (explanation.flight()) {
            case Flight.Recorded recorded ->
                Stream.concat(
                                recorded.noGraph().stream().map(reason -> missing("No flame graph", reason)),
                                tables(recorded.facts()).stream())
                        .toList();
            case Flight.Lost lost -> List.of(missing("No recording", lost.reason()));
        };
    }

    private static Table missing(String what, String why) {
        return new Table(what, why, List.of("recording"), 1, List.of());
    }

    private static List<Table> tables(FlightFacts facts) {
        return List.of(
                new Table(
                        "Collections",
                        "Pauses of one phase.",
                        List.of("kind", "count", "average, ms", "longest, ms", "sum, ms"),
                        1,
                        facts.collections().stream().map(Explanations::row).toList()),
                new Table(
                        "What threads waited for",
                        "Stops of all threads, locks that another thread held, and virtual threads that kept their carrier while they waited.",
                        List.of("", "count", "longest, ms", "sum, ms"),
                        1,
                        List.of(
                                row("safepoints", facts.safepoints()),
                                row("contended locks", facts.locks()),
                                row("pinned virtual threads", facts.pinned()))),
                shares("What fills the heap", "Share of all objects when the phase had ended.", facts.occupying()),
                shares(
                        "What is allocated",
                        "Share of the allocated bytes, by what begins a thread's allocation buffer.",
                        facts.allocating()),
                shares(
                        "Where threads run",
                        facts.samples() + " samples of running application threads, one every "
                                + facts.sampleEvery().toMillis()
                                + (facts.ofCpuTime() ? " ms of CPU time, " : " ms in Java code, ")
                                + String.format(Locale.ROOT, "%.0f frames high in the mean", facts.stackHeight())
                                + "; time in the method itself.",
                        facts.hottest()));
    }

    private static List<String> row(FlightFacts.Collections collections) {
        return List.of(
                collections.kind(),
                Long.toString(collections.count()),
                millis(collections.average()),
                millis(collections.longest()),
                millis(collections.sum()));
    }

    private static List<String> row(String what, Waits waits) {
        return List.of(what, Long.toString(waits.count()), millis(waits.longest()), millis(waits.sum()));
    }

    private static Table shares(String title, String note, List<Share> shares) {
        return new Table(
                title,
                note,
                List.of("", "%"),
                1,
                shares.stream()
                        .map(share -> List.of(share.name(), Figures.number(100 * share.share())))
                        .toList());
    }

    private static String millis(Duration duration) {
        return Figures.number(duration.toNanos() / 1e6);
    }
}
