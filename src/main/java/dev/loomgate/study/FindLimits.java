package dev.loomgate.study;

import dev.loomgate.Request;
import dev.loomgate.Session;
import dev.loomgate.experiment.CellKeeper;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.FoundRates;
import dev.loomgate.init.InitException;
import dev.loomgate.init.MeasuredBlock;
import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Metric;
import dev.loomgate.plan.Boots;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.LoadProfile;
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
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds limits for the cells of a file: measures each on several fresh boots, and writes what they show as limits that
 * hold on this machine ({@code calibrated-on}).
 *
 * <ul>
 *   <li>A boot on which a cell is INVALID does not count for it, and is made up for. A cell that is INVALID too often
 *     gets no limit, and a comment with the reason.
 *   <li>A server that fails ends it all: what it does then is no measure of what it may do.
 * </ul>
 */
public final class FindLimits {
    /** As many as a median and its spread need at least to ignore a bad one, with one more on either side. */
    private static final int BOOTS = 5;

    /** Boots that make up for INVALID ones, of each server. */
    private static final int SPARE = 3;

    /** One boot gives one value of start-up and of the time to warm, which decides no limit: not these. */
    private static final List<Metric> METRICS = List.of(
            Metric.P50, Metric.P95, Metric.P99, Metric.APPLICATION_CPU, Metric.ALLOCATED, Metric.LIVE_HEAP, Metric.RSS);

    /** A request of a few percent is asked too rarely for a p99. */
    private static final List<Metric> OF_REQUESTS = List.of(Metric.P50, Metric.P95);

    private final Plan plan;
    private final String fingerprint;
    private final Trials trials;
    private final Progress progress;

    /**
     * Measures cells that share a boot, in order, with as many iterations as the scale allows: a gate that is undecided
     * adds as many, and its intervals are as narrow then.
     */
    @FunctionalInterface
    interface Trials {
        void measure(List<Cell> boot, Consumer<CellRun> finished);
    }

    /**
     * The boots of a cell so far.
     *
     * @param valid its measurements that count
     * @param boots all of them
     * @param why the last one did not count; empty when all did
     */
    record Measured(Cell cell, List<CellSummary> valid, int boots, String why) {
        Measured {
            valid = List.copyOf(valid);
        }

        boolean isWhole() {
            return valid.size() >= BOOTS;
        }

        /** Whether the boots that are left may still make it whole. */
        private boolean isOpen() {
            return !isWhole() && valid.size() + BOOTS + SPARE - boots >= BOOTS;
        }

        private Measured with(CellVerdict verdict) {
            if (isWhole()) {
                return this;
            }
            boolean counts = verdict.outcome() != Outcome.INVALID;
            List<CellSummary> more = new ArrayList<>(valid);
            if (counts) {
                more.add(verdict.summary());
            }
            return new Measured(cell, more, boots + 1, counts ? why : String.join("; ", verdict.reasons()));
        }
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
     * @throws InitException when a server failed, or no cell was valid often enough; the file is as it was
     */
    public static List<String> of(Request request) {
        Plan asked = PlanReader.read(request.properties(), request.jdks().versions());
        try (Session session = Session.open(request, asked, Map.of())) {
            Plan plan = session.plan();
            Progress progress = session.progress();
            String fingerprint = session.fingerprint().id();
            progress.say("fingerprint " + fingerprint);
            progress.announce(
                    plan, session.launching().inWords(), session.placement().how());
            progress.say("all of that " + BOOTS + " times, and up to " + SPARE + " times more where a boot is INVALID");
            session.warmGenerator();
            FoundRates rates = new FoundRates();
            FindLimits find = new FindLimits(
                    plan,
                    fingerprint,
                    (boot, then) -> session.engine()
                            .cells(
                                    plan,
                                    session.launch(Side.CANDIDATE),
                                    boot,
                                    rates,
                                    CellKeeper.of(soFar -> true, then)),
                    progress);
            return write(request.thresholds(), find.entries(find.measure(), LocalDate.now(ZoneId.systemDefault())));
        }
    }

    static List<String> write(Path file, List<String> entries) {
        Optional<String> text;
        try {
            text = MeasuredBlock.replaced(Files.readString(file), entries);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + " again: " + e.getMessage(), e);
        }
        List<String> lines = new ArrayList<>(entries);
        lines.add("");
        Optional<String> problems = text.flatMap(whole -> PlanReader.complaints(file, whole));
        if (text.isEmpty()) {
            lines.add(file
                    + " has no place for them and is left as it is: put the lines above below its 'limits:', or the"
                    + " two lines '  " + MeasuredBlock.BEGIN + "' and '  " + MeasuredBlock.END
                    + "', and measure again");
        } else if (problems.isPresent()) {
            lines.add(
                    "with the lines above " + file + " could not be read, so it is left as it is:\n" + problems.get());
        } else {
            DurableFile.replace(file, text.get());
            lines.add("written into " + file);
        }
        return lines;
    }

    /** Every cell as often as wanted, the boots of all in turn, so that what drifts meets all alike. */
    List<Measured> measure() {
        List<List<Cell>> boots = Boots.of(plan.cells().stream()
                .filter(cell -> !(cell.load() instanceof Stepped) && !(cell.load() instanceof LoadProfile.Share))
                .toList());
        if (boots.isEmpty()) {
            throw new InitException("scale " + plan.scale().name() + " has only ramps, searches and shares of those:"
                    + " limits are found for cells of a rate or of users");
        }
        Map<Cell, Measured> found = new LinkedHashMap<>();
        boots.forEach(boot -> boot.forEach(cell -> found.put(cell, new Measured(cell, List.of(), 0, ""))));
        for (int round = 1; round <= BOOTS; round++) {
            boots.forEach(boot -> measure(boot, found));
            progress.say("boot " + round + " of " + BOOTS + " is done");
        }
        for (int spare = 1; spare <= SPARE; spare++) {
            boots.forEach(boot -> measure(boot, found));
        }
        return List.copyOf(found.values());
    }

    private static Measured of(Map<Cell, Measured> found, Cell cell) {
        return Optional.ofNullable(found.get(cell)).orElseThrow();
    }

    /** The whole boot, whatever is missing of it: what ran before on a server is part of what is measured. */
    private void measure(List<Cell> boot, Map<Cell, Measured> found) {
        if (boot.stream().noneMatch(cell -> of(found, cell).isOpen())) {
            return;
        }
        List<CellSummary> summaries = new ArrayList<>();
        trials.measure(boot, run -> summaries.add(Summaries.of(run)));
        for (CellVerdict verdict : Judge.judge(plan, fingerprint, summaries)) {
            if (verdict.outcome() == Outcome.INVALID) {
                progress.say("does not count: " + verdict.summary().run().cell() + " is INVALID, "
                        + String.join("; ", verdict.reasons()));
            } else {
                failure(verdict.summary()).ifPresent(why -> {
                    throw new InitException("no limits were found, because "
                            + verdict.summary().run().cell() + " failed: " + why
                            + "\nmend the file or the service, then find limits with 'limits'");
                });
            }
            found.computeIfPresent(verdict.summary().run().cell(), (cell, before) -> before.with(verdict));
        }
    }

    /** Limits of the file, which may be those of an earlier day, are no reason; failed and wrong answers are. */
    private static Optional<String> failure(CellSummary cell) {
        List<String> counted = new ArrayList<>();
        for (Metric metric : List.of(Metric.ERRORS, Metric.WRONG_ANSWERS)) {
            if (cell.estimate(metric) instanceof Estimate.Estimated some && some.value() > 0) {
                counted.add(some.counted());
            }
        }
        return cell.run()
                .failure()
                .or(() -> counted.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", counted)));
    }

    /**
     * The lines of the file.
     *
     * @throws InitException when there is no limit among them
     */
    List<String> entries(List<Measured> found, LocalDate day) {
        if (found.stream().noneMatch(Measured::isWhole)) {
            throw new InitException("no limits were found: "
                    + found.stream().map(FindLimits::tooFew).collect(Collectors.joining("\n")));
        }
        List<String> lines = new ArrayList<>();
        lines.add("  # Found on " + day + " by measuring " + BOOTS + " boots each, on the machine with fingerprint "
                + fingerprint + ".");
        lines.add(
                "  # A limit is the median of the ends of their intervals and 5 times what the ends scatter by, at least");
        lines.add("  # 15 %; never tighter than the worst of them. On another machine it is shown as not applicable:");
        lines.add("  # 'loomgate limits' finds those of that one.");
        for (Measured each : found) {
            if (!each.isWhole()) {
                lines.add("  # No limits for " + MeasuredBlock.comment(tooFew(each)));
                continue;
            }
            Cell cell = each.cell();
            List<Metric> metrics = new ArrayList<>(METRICS);
            if (cell.load() instanceof LoadProfile.Closed) {
                metrics.addFirst(Metric.THROUGHPUT);
            }
            lines.addAll(entry(cell, Optional.empty(), metrics, each.valid(), day, CellSummary::estimates));
            List<String> requests = cell.workload().requests().names();
            if (requests.size() > 1) {
                requests.forEach(name -> lines.addAll(entry(
                        cell,
                        Optional.of(name),
                        OF_REQUESTS,
                        each.valid(),
                        day,
                        boot -> boot.requests().getOrDefault(name, Map.of()))));
            }
        }
        return lines;
    }

    private static String tooFew(Measured each) {
        return each.cell() + ": only " + each.valid().size() + " of " + each.boots() + " boots were valid, and " + BOOTS
                + " are needed; " + each.why();
    }

    private List<String> entry(
            Cell cell,
            Optional<String> request,
            List<Metric> metrics,
            List<CellSummary> boots,
            LocalDate day,
            Function<CellSummary, Map<Metric, Estimate>> estimates) {
        List<String> limits = new ArrayList<>();
        Map<String, List<Metric>> without = new LinkedHashMap<>();
        for (Metric metric : metrics) {
            List<Estimate.Estimated> shown = new ArrayList<>();
            String missing = "";
            for (CellSummary boot : boots) {
                switch (estimates.apply(boot).get(metric)) {
                    case Estimate.Estimated known -> {
                        shown.add(known);
                        missing = known.isOneValue()
                                ? "one iteration has no interval; max-iterations of the scale must be 2 or more"
                                : missing;
                    }
                    case Estimate.Missing unknown -> missing = unknown.reason();
                    case null -> missing = "it was not measured";
                }
            }
            List<Double> ends = shown.stream()
                    .map(known -> metric.direction() == Direction.LOWER_IS_BETTER ? known.high() : known.low())
                    .toList();
            Optional<BigDecimal> bound =
                    missing.isEmpty() ? LimitRule.bound(ends, metric.direction()) : Optional.empty();
            if (bound.isPresent()) {
                limits.add(limit(
                        metric,
                        bound.get(),
                        LimitRule.median(
                                shown.stream().map(Estimate.Estimated::value).toList()),
                        ends));
            } else {
                without.computeIfAbsent(missing.isEmpty() ? "it is 0" : missing, why -> new ArrayList<>())
                        .add(metric);
            }
        }
        List<String> lines = new ArrayList<>();
        if (!limits.isEmpty()) {
            lines.add("  - scales: [" + plan.scale().name() + "]");
            lines.add("    variants: [" + cell.variant().name() + "]");
            lines.add("    runtimes: [" + cell.runtime().name() + "]");
            lines.add("    workloads: [" + cell.workload().name() + "]");
            request.ifPresent(name -> lines.add("    requests: [" + name + "]"));
            lines.add("    loads: [" + cell.load().displayName() + "]");
            lines.add("    calibrated-on: '" + fingerprint + "'    # " + day);
            lines.add("    limits:");
            lines.addAll(limits);
        }
        without.forEach((why, which) -> lines.add("      # "
                + MeasuredBlock.comment("no limit on "
                        + which.stream().map(Metric::key).collect(Collectors.joining(", "))
                        + request.map(name -> " of " + name).orElse("") + ": " + why)));
        return lines;
    }

    private static String limit(Metric metric, BigDecimal bound, double median, List<Double> ends) {
        boolean lower = metric.direction() == Direction.LOWER_IS_BETTER;
        String limit = metric.key() + ": '" + (lower ? "<= " : ">= ") + bound.toPlainString() + " "
                + metric.unit().symbol() + "'";
        return String.format(
                Locale.ROOT,
                "      %-28s # median %s, intervals %s to %s",
                limit,
                shown(median),
                lower ? "up" : "down",
                ends.stream().map(FindLimits::shown).collect(Collectors.joining(" ")));
    }

    private static String shown(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.3g" : "%.0f", value);
    }
}
