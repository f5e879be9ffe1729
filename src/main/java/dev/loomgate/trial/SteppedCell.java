package dev.loomgate.trial;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.plan.Stepped;
import dev.loomgate.trial.RateSteps.Outcome;
import dev.loomgate.trial.Sustained.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A cell whose rate changes from step to step, and all that is known of it, across the servers that it may need: a step can break one. */
final class SteppedCell {
    /** So many that held nothing before they broke: nothing is learned from another. A search that halves its way down from twice the capacity breaks six. */
    private static final int MOST_IN_VAIN = 8;

    private final Cell cell;
    private final Stepped load;
    private final int remeasure;
    private final List<Iteration> iterations = new ArrayList<>();
    private final List<Sustained> sustained = new ArrayList<>();
    private final List<Invalidity> invalid = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<Metric, Reading> trialReadings = new EnumMap<>(Metric.class);
    private final List<String> reports = new ArrayList<>();
    private final long begun = System.nanoTime();
    private WayUp way;
    private int servers;
    private int inVain;
    private int deaths;
    private Optional<String> failure = Optional.empty();
    private Duration wallTime = Duration.ZERO;
    private Duration loadTime = Duration.ZERO;

    /**
     * @param load that of the cell
     * @param remeasure how often a step is tried again whose outcome the machine may have made
     */
    SteppedCell(Cell cell, Stepped load, int remeasure) {
        this.cell = cell;
        this.load = load;
        this.remeasure = remeasure;
        this.way = new WayUp(load, remeasure);
    }

    Cell cell() {
        return cell;
    }

    Stepped load() {
        return load;
    }

    /** Of the ramp that is under way, from 1. */
    int repetition() {
        return sustained.size() + 1;
    }

    /** Of Gatling, from 1. */
    int simulation() {
        return reports.size() + 1;
    }

    boolean wantsSteps() {
        int ways = load instanceof Ramp ramp ? ramp.repetitions() : 1;
        return invalid.isEmpty() && failure.isEmpty() && sustained.size() < ways;
    }

    /** In req/s; empty when the cell is done. */
    OptionalInt next() {
        return wantsSteps() ? way.next() : OptionalInt.empty();
    }

    /** At most these rates follow, as far as can be seen. */
    List<Integer> ahead() {
        return way.ahead();
    }

    void took(Iteration iteration, Outcome outcome) {
        iterations.add(iteration);
        if (outcome == Outcome.HELD) {
            inVain = 0;
        }
        way.took(iteration, outcome);
        stopInTime();
        way.end().ifPresent(this::ended);
    }

    private void stopInTime() {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        if (load instanceof Search search && way.end().isEmpty() && took.compareTo(search.atMost()) > 0) {
            way.stop("stopped after " + took.toSeconds() + " s");
        }
    }

    private void ended(Sustained end) {
        sustained.add(end);
        way = new WayUp(load, remeasure);
    }

    /** Another server begins where the last one broke. */
    void onServer(Preflight preflight, Map.Entry<Metric, Reading> startup) {
        inVain++;
        servers++;
        if (servers > 1) {
            way.neededAnotherServer();
        }
        preflight.invalid().forEach(this::invalid);
        failure = failure.or(preflight::failure);
        preflight.background().notes().forEach(this::note);
        trialReadings.putIfAbsent(startup.getKey(), startup.getValue());
        if (wantsSteps()) {
            stopInTime();
            way.end().ifPresent(this::ended);
        }
        if (inVain > MOST_IN_VAIN && wantsSteps()) {
            ended(way.endedBy(
                    End.UNKNOWN, "it had broken " + MOST_IN_VAIN + " servers in a row that held no rate before"));
        }
    }

    void invalid(Invalidity reason) {
        invalid.add(reason);
    }

    void note(String note) {
        if (!notes.contains(note)) {
            notes.add(note);
        }
    }

    /** A server that ended. The first is told whole; those after it differ in their ports. */
    void died(String story) {
        deaths++;
        if (deaths == 1) {
            note(story);
        }
    }

    /** Of the simulation that has just ended. */
    void report(String path) {
        reports.add(path);
    }

    /** A server has done what it could. */
    void spent(Duration wall, Duration load, Reading timeToWarm) {
        wallTime = wallTime.plus(wall);
        loadTime = loadTime.plus(load);
        trialReadings.putIfAbsent(Metric.TIME_TO_WARM, timeToWarm);
    }

    List<Iteration> iterations() {
        return iterations;
    }

    List<Sustained> sustained() {
        return sustained;
    }

    List<Invalidity> invalid() {
        return invalid;
    }

    /** What is wrong with the first answer of one of its servers. */
    Optional<String> failure() {
        return failure;
    }

    List<String> notes() {
        return deaths < 2
                ? notes
                : Stream.concat(notes.stream(), Stream.of((deaths - 1) + " more of its servers died"))
                        .toList();
    }

    Map<Metric, Reading> trialReadings() {
        return trialReadings;
    }

    String lastReport() {
        return reports.isEmpty() ? "" : reports.getLast();
    }

    Duration wallTime() {
        return wallTime;
    }

    Duration loadTime() {
        return loadTime;
    }
}
