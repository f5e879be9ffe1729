package dev.loomgate.summary;

import dev.loomgate.experiment.CellRun;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.experiment.Phases;
import dev.loomgate.load.IterationLoad;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Protocol;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.TestRuntimes;
import dev.loomgate.plan.Variant;
import dev.loomgate.plan.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cells, iterations and runs that were never measured. */
public final class Cells {
    private Cells() {}

    public static Cell cell(String variant) {
        return cell(variant, Map.of("request-threads", "100"), Duration.ofMillis(100));
    }

    public static Cell cell(String variant, Map<String, String> effective, Duration waits) {
        return new Cell(
                new Variant(variant, new Program.Shipped("spring-mvc"), Map.of(), List.of(), effective, Protocol.PLAIN),
                TestRuntimes.of("jdk25", 25, 256, 512, List.of()),
                new Workload(
                        "io",
                        Requests.of(HttpRequest.get("/io", "ok")),
                        Optional.empty(),
                        waits,
                        10,
                        new BackendDependency.Nothing()),
                new LoadProfile.Constant(500));
    }

    public static Iteration iteration(int number, Map<Metric, Double> readings) {
        return iteration(number, Phases.steady(10, 1, 10).load(), readings);
    }

    public static Iteration iteration(int number, IterationLoad load, Map<Metric, Double> readings) {
        Map<Metric, Reading> byMetric = new HashMap<>();
        readings.forEach((metric, value) -> byMetric.put(metric, new Reading.Measured(metric, value)));
        return new Iteration(number, load, byMetric, List.of(), List.of());
    }

    public static Iteration invalid(int number, String reason) {
        return new Iteration(
                number, Phases.steady(10, 1, 10).load(), Map.of(), List.of(Invalidity.machine(reason)), List.of());
    }

    public static CellRun run(Cell cell, List<Iteration> iterations) {
        return run(cell, iterations, Map.of(), Optional.empty(), List.of());
    }

    public static CellRun run(
            Cell cell,
            List<Iteration> iterations,
            Map<Metric, Reading> trial,
            Optional<String> died,
            List<String> invalid) {
        return of(
                cell,
                iterations,
                trial,
                died,
                invalid.stream().map(Invalidity::instrument).toList());
    }

    /** Invalid as a whole, before its first iteration. */
    public static CellRun spoilt(Cell cell, Invalidity why) {
        return of(cell, List.of(), Map.of(), Optional.empty(), List.of(why));
    }

    private static CellRun of(
            Cell cell,
            List<Iteration> iterations,
            Map<Metric, Reading> trial,
            Optional<String> died,
            List<Invalidity> invalid) {
        return new CellRun(
                cell,
                iterations,
                trial,
                died,
                invalid,
                List.of(),
                "gatling/" + cell.id() + "/index.html",
                "",
                "java",
                Map.of(),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                List.of(),
                Optional.empty());
    }
}
