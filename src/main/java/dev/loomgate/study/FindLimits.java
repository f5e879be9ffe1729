package dev.loomgate.study;

import dev.loomgate.Request;
import dev.loomgate.Session;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.FoundRates;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.init.InitException;
import dev.loomgate.init.MeasuredBlock;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Boots;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.plan.Side;
import dev.loomgate.plan.Stepped;
import dev.loomgate.report.Progress;
import dev.loomgate.store.DurableFile;
import dev.loomgate.summary.CellSummary;
import dev.loomgate.summary.Estimate;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.Judge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Finds limits for the cells of a file: measures each on several fresh boots, and writes what they show as limits that
 * hold on this machine ({@code calibrated-on}). A server that fails ends it: what it does then is no measure of what it
 * may do.
 */
public final class FindLimits {
    /** As many as a median and its spread need at least to ignore a bad one, with one more on either side. */
    private static final int BOOTS = 5;

    /** INVALID boots that are measured again, of each server. */
    private static final int SPARE = 3;

    /** One boot gives one value of start-up and of the time to warm, of which no interval is known: not these. */
    private static final List<Metric> METRICS = List.of(
            Metric.P50,
            Metric.P95,
            Metric.P99,
            Metric.APPLICATION_CPU,
            Metric.ALLOCATED,
            Metric.LIVE_HEAP,
            Metric.RSS);

    private static final List<Metric> OF_REQUESTS = List.of(Metric.P50, Metric.P95, Metric.P99);

    private final Plan plan;
    private final String fingerprint;
    private final Trials trials;
    private final Progress progress;

    /** Measures cells that share a boot, in order. */
    @FunctionalInterface
    interface Trials {
        void measure(List<Cell> boot, Consumer<CellRun> finished);
    }

    FindLimits(Plan plan, String fingerprint, Trials trials, Progress progress) {
        this.plan = plan;
        this.fingerprint = fingerprint;
        this.trials = trials;
        this.progress = progress;
    }

    /**
     * Measures, and writes the limits into the file.
     *
     * @param request with the file as {@code loomgate.thresholds}
     * @return what to say at the end
     * @throws InitException when a server failed or the machine was not fit; the file is as it was
     */
    public static List<String> of(Request request) {
        Plan asked = PlanReader.read(request.properties(), request.jdks().versions());
        try (Session session = Session.open(request, asked, Map.of())) {
            Plan plan = session.plan();
            Fingerprint fingerprint = session.fingerprint();
            Progress progress = session.progress();
            progress.say("fingerprint " + fingerprint.id());
            progress.say(BOOTS + " boots of " + plan.cells().size() + " cells at scale "
                    + plan.scale().name() + ", launcher: " + session.launching().inWords());
            FoundRates rates = new FoundRates();
            FindLimits find = new FindLimits(
                    plan,
                    fingerprint.id(),
                    (boot, then) -> session.engine()
                            .cells(plan, session.launch(Side.CANDIDATE), boot, rates, cell -> false, then),
                    progress);
            Map<Cell, List<CellSummary>> found = find.measure();
            return write(request.thresholds(), find.entries(found, LocalDate.now()));
        }
    }

    private static List<String> write(Path file, List<String> entries) {
        Optional<String> text;
        try {
            text = MeasuredBlock.replaced(Files.readString(file), entries);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + " again: " + e.getMessage(), e);
        }
        if (text.isEmpty()) {
            List<String> lines = new ArrayList<>(entries);
            lines.add("");
            lines.add(file + " was not written by init, and is left as it is: put the lines above below its 'limits:'");
            return lines;
        }
        DurableFile.replace(file, text.get());
        List<String> lines = new ArrayList<>(entries);
        lines.add("");
        lines.add("written into " + file);
        return lines;
    }

    /** Every cell as often as wanted, the boots of all in turn, so that what drifts meets all alike. */
    Map<Cell, List<CellSummary>> measure() {
        Map<Cell, List<CellSummary>> found = new LinkedHashMap<>();
        List<List<Cell>> boots = Boots.of(plan.cells().stream()
                .filter(cell -> !(cell.load() instanceof Stepped))
                .toList());
        if (boots.isEmpty()) {
            throw new InitException("scale " + plan.scale().name() + " has only ramps and searches: limits of those are on"
                    + " capacity, and none was measured");
        }
        int spare = SPARE * boots.size();
        for (int round = 1; round <= BOOTS; round++) {
            for (List<Cell> boot : boots) {
                List<CellVerdict> verdicts = measured(boot);
                while (verdicts.stream().anyMatch(each -> each.outcome() == Outcome.INVALID)) {
                    if (spare-- == 0) {
                        throw new InitException("no limits were found: the machine or the instrument was not fit in "
                                + (SPARE * boots.size() + 1) + " boots; " + reasons(verdicts, Outcome.INVALID));
                    }
                    progress.say("this boot does not count, another one follows: " + reasons(verdicts, Outcome.INVALID));
                    verdicts = measured(boot);
                }
                verdicts.forEach(each -> found.computeIfAbsent(each.summary().run().cell(), cell -> new ArrayList<>())
                        .add(each.summary()));
            }
            progress.say("boot " + round + " of " + BOOTS + " is measured");
        }
        return found;
    }

    private List<CellVerdict> measured(List<Cell> boot) {
        List<CellSummary> summaries = new ArrayList<>();
        trials.measure(boot, run -> summaries.add(Summaries.of(run)));
        List<CellVerdict> verdicts = Judge.judge(plan, fingerprint, summaries);
        verdicts.stream().filter(FindLimits::failed).findFirst().ifPresent(each -> {
            throw new InitException("no limits were found, because " + reason(each)
                    + ". Mend the file or the service, and measure with 'limits'");
        });
        return verdicts;
    }

    /** Limits of the file, which may be those of an earlier time, are no reason; failed and wrong answers are. */
    private static boolean failed(CellVerdict cell) {
        return cell.summary().run().failure().isPresent()
                || List.of(Metric.ERRORS, Metric.WRONG_ANSWERS).stream()
                        .anyMatch(metric -> cell.summary().estimate(metric) instanceof Estimate.Estimated some
                                && some.value() > 0);
    }

    private static String reason(CellVerdict cell) {
        CellRun run = cell.summary().run();
        return run.cell().displayName() + " failed: "
                + run.failure()
                        .orElseGet(() -> List.of(Metric.ERRORS, Metric.WRONG_ANSWERS).stream()
                                .map(metric -> cell.summary().estimate(metric))
                                .filter(estimate ->
                                        estimate instanceof Estimate.Estimated some && some.value() > 0)
                                .map(estimate -> ((Estimate.Estimated) estimate).counted())
                                .collect(Collectors.joining("; ")));
    }

    private static String reasons(List<CellVerdict> verdicts, Outcome outcome) {
        return verdicts.stream()
                .filter(each -> each.outcome() == outcome)
                .flatMap(each -> each.reasons().stream())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** The lines of the file. */
    List<String> entries(Map<Cell, List<CellSummary>> found, LocalDate day) {
        List<String> lines = new ArrayList<>();
        lines.add("  # Measured on " + day + ", fingerprint " + fingerprint + ", " + BOOTS
                + " boots, whose values stand behind each limit.");
        lines.add("  # A limit is their median and 3 times what they scatter by (docs/how-to/own-service.md). On a machine");
        lines.add("  # with another fingerprint these are shown as not applicable: measure there, with 'loomgate limits'.");
        found.forEach((cell, boots) -> {
            lines.addAll(entry(cell, Optional.empty(), values(boots)));
            for (String request : cell.workload().requests().names()) {
                Map<Metric, List<Double>> values = new LinkedHashMap<>();
                OF_REQUESTS.forEach(metric -> known(boots.stream()
                                .map(boot -> Optional.ofNullable(boot.requests().get(request))
                                        .map(all -> all.get(metric)))
                                .toList())
                        .ifPresent(all -> values.put(metric, all)));
                lines.addAll(entry(cell, Optional.of(request), values));
            }
        });
        return lines;
    }

    private static Map<Metric, List<Double>> values(List<CellSummary> boots) {
        Map<Metric, List<Double>> values = new LinkedHashMap<>();
        METRICS.forEach(metric -> known(boots.stream()
                        .map(boot -> Optional.of(boot.estimate(metric)))
                        .toList())
                .ifPresent(all -> values.put(metric, all)));
        return values;
    }

    /** Empty where a boot has none. */
    private static Optional<List<Double>> known(List<Optional<Estimate>> estimates) {
        List<Double> values = new ArrayList<>();
        for (Optional<Estimate> estimate : estimates) {
            if (estimate.isEmpty() || !(estimate.get() instanceof Estimate.Estimated known)) {
                return Optional.empty();
            }
            values.add(known.value());
        }
        return Optional.of(values);
    }

    private List<String> entry(Cell cell, Optional<String> request, Map<Metric, List<Double>> values) {
        List<String> limits = new ArrayList<>();
        values.forEach((metric, boots) -> {
            if (LimitRule.median(boots) > 0) {
                String bound = metric.key() + ": '<= " + LimitRule.limit(boots).toPlainString() + " "
                        + metric.unit().symbol() + "'";
                limits.add(String.format(Locale.ROOT, "      %-28s # %s", bound, shown(boots)));
            }
        });
        if (limits.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("  - scales: [" + plan.scale().name() + "]");
        lines.add("    variants: [" + cell.variant().name() + "]");
        lines.add("    runtimes: [" + cell.runtime().name() + "]");
        lines.add("    workloads: [" + cell.workload().name() + "]");
        request.ifPresent(name -> lines.add("    requests: [" + name + "]"));
        lines.add("    loads: [" + cell.load().displayName() + "]");
        lines.add("    calibrated-on: '" + fingerprint + "'");
        lines.add("    limits:");
        lines.addAll(limits);
        return lines;
    }

    private static String shown(List<Double> values) {
        return values.stream()
                .map(value -> String.format(Locale.ROOT, value < 10 ? "%.3g" : "%.0f", value))
                .collect(Collectors.joining(" "));
    }
}
