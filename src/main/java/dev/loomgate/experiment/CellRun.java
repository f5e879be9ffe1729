package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that was measured for one cell, raw.
 *
 * @param iterations all of them, the invalid ones too, in the order they ran
 * @param trialReadings readings that belong to the trial: start-up, time to warm
 * @param failure what the server did that fails the cell whatever its numbers say, a sentence: it died, or its first
 *     answer was not the expected one
 * @param invalid why the cell as a whole must not be judged (effective configuration differs, generator broke)
 * @param gatlingReport path of the Gatling report, relative to the output folder; empty when there is none
 * @param effective what the server said of itself
 * @param sustained where each ramp, or the search, has ended; empty when the cell has one rate
 * @param databaseDelay how far away the database was, where the cell goes through the delay proxy
 * @param explanation where one was asked for
 */
public record CellRun(
        Cell cell,
        List<Iteration> iterations,
        Map<Metric, Reading> trialReadings,
        Optional<String> failure,
        List<Invalidity> invalid,
        List<String> notes,
        String gatlingReport,
        String serverLog,
        String commandLine,
        Map<String, String> effective,
        Optional<DatabaseDelay> databaseDelay,
        Duration wallTime,
        Duration loadTime,
        List<CapacityResult> sustained,
        Optional<Explanation> explanation) {
    public CellRun {
        sustained = List.copyOf(sustained);
        iterations = List.copyOf(iterations);
        trialReadings = Map.copyOf(trialReadings);
        invalid = List.copyOf(invalid);
        notes = List.copyOf(notes);
        effective = Map.copyOf(effective);
    }

    /** Of a cell on which no server told anything. */
    static CellRun bare(
            Cell cell,
            List<Iteration> iterations,
            Map<Metric, Reading> trialReadings,
            Optional<String> failure,
            List<Invalidity> invalid) {
        return ofNoServer(cell, iterations, trialReadings, failure, invalid, List.of(), Duration.ZERO, Duration.ZERO);
    }

    /** Of a cell of whose ramps some have ended, and others follow. */
    static CellRun begun(
            Cell cell, List<Iteration> iterations, List<CapacityResult> ended, Duration wallTime, Duration loadTime) {
        return ofNoServer(cell, iterations, Map.of(), Optional.empty(), List.of(), ended, wallTime, loadTime);
    }

    private static CellRun ofNoServer(
            Cell cell,
            List<Iteration> iterations,
            Map<Metric, Reading> trialReadings,
            Optional<String> failure,
            List<Invalidity> invalid,
            List<CapacityResult> ended,
            Duration wallTime,
            Duration loadTime) {
        return new CellRun(
                cell,
                iterations,
                trialReadings,
                failure,
                invalid,
                List.of(),
                "",
                "",
                "",
                Map.of(),
                Optional.empty(),
                wallTime,
                loadTime,
                ended,
                Optional.empty());
    }

    /** The same with one more note. */
    public CellRun with(String note) {
        return new CellRun(
                cell,
                iterations,
                trialReadings,
                failure,
                invalid,
                Stream.concat(notes.stream(), Stream.of(note)).toList(),
                gatlingReport,
                serverLog,
                commandLine,
                effective,
                databaseDelay,
                wallTime,
                loadTime,
                sustained,
                explanation);
    }

    public List<Iteration> validIterations() {
        return iterations.stream().filter(Iteration::valid).toList();
    }
}
