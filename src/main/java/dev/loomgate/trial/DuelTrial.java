package dev.loomgate.trial;

import dev.loomgate.backing.BackingServices;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorBrokeException;
import dev.loomgate.load.LoadGenerator;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.load.Turns;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.DuelCell;
import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Guards;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Side;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two servers that are both up, and the workloads on which they are compared in turn. */
final class DuelTrial {
    private final DuelPlan duel;
    private final Plan plan;
    private final Map<Side, Standing> arms;
    private final BackingServices backing;
    private final LoadGenerator generator;
    private final int generatorCpus;

    DuelTrial(
            DuelPlan duel,
            Map<Side, Standing> arms,
            BackingServices backing,
            LoadGenerator generator,
            int generatorCpus) {
        this.duel = duel;
        this.plan = duel.plan();
        this.arms = new EnumMap<>(arms);
        this.backing = backing;
        this.generator = generator;
        this.generatorCpus = generatorCpus;
    }

    UnitRun measure(DuelCell cell, int unit, Turn turn) {
        long start = System.nanoTime();
        Guards guards = plan.guards().withoutJit();
        Map<Side, Standing> inTurn = inTurn(turn);
        DuelMeasurement measurement = new DuelMeasurement(cell, duel.scale(), guards, inTurn, turn, generatorCpus);
        List<String> notes = new ArrayList<>();
        Found before = before(cell, inTurn.values(), notes);
        List<Invalidity> invalid = new ArrayList<>(before.invalid());
        String report = "";
        if (before.nothing()) {
            try {
                report = relative(GatlingReport.below(generator.drive(order(cell, unit, turn), measurement)));
                measurement.trouble().map(Invalidity::instrument).ifPresent(invalid::add);
                changes(cell, inTurn.values(), notes).stream()
                        .map(Invalidity::configuration)
                        .forEach(invalid::add);
                backing.troubles().stream().map(Invalidity::instrument).forEach(invalid::add);
            } catch (GeneratorBrokeException e) {
                invalid.add(Invalidity.instrument(String.valueOf(e.getMessage())));
            }
        }
        notes.addAll(measurement.notes());
        notes.addAll(Overload.notes(cell, measurement.slices(), cpus(cell, inTurn.values())));
        notes.addAll(
                StillCompiling.notes(cell, measurement.slices(), plan.guards().jitShare()));
        if (before.nothing()) {
            inTurn.values()
                    .forEach(arm -> Ends.interference(arm.server())
                            .map(reason -> reason.of(cell.arm(arm.side()).label() + ": "))
                            .ifPresent(invalid::add));
        }
        return new UnitRun(
                cell,
                unit,
                measurement.slices(),
                readings(measurement, inTurn.values()),
                failures(measurement, before.failed()),
                invalid,
                notes,
                report,
                Duration.ofNanos(System.nanoTime() - start),
                measurement.loadTime());
    }

    /** Whatever is done to one arm after the other begins with the one that the coin named, so that no arm is always the first. */
    private Map<Side, Standing> inTurn(Turn turn) {
        Map<Side, Standing> inTurn = new LinkedHashMap<>();
        for (Side side : List.of(turn.first(), Turn.other(turn.first()))) {
            inTurn.put(side, Optional.ofNullable(arms.get(side)).orElseThrow());
        }
        return inTurn;
    }

    private static Map<Side, Double> cpus(DuelCell cell, Collection<Standing> inTurn) {
        Map<Side, Double> cpus = new EnumMap<>(Side.class);
        inTurn.forEach(arm -> cpus.put(
                arm.side(),
                cell.arm(arm.side())
                        .runtime()
                        .cpus()
                        .orElseGet(() ->
                                Double.parseDouble(arm.server().effective().getOrDefault("processors", "1")))));
        return cpus;
    }

    /**
     * What is found before there is any load.
     *
     * @param invalid why the arms must not be compared
     * @param failed what an arm answered that was wrong: a result of that arm
     */
    private record Found(List<Invalidity> invalid, Map<Side, String> failed) {
        boolean nothing() {
            return invalid.isEmpty() && failed.isEmpty();
        }
    }

    private Found before(DuelCell cell, Collection<Standing> inTurn, List<String> notes) {
        Found found = new Found(new ArrayList<>(), new EnumMap<>(Side.class));
        for (Standing arm : inTurn) {
            String label = cell.arm(arm.side()).label() + ": ";
            Preflight preflight = Preflight.of(cell.cell(arm.side()), arm.server(), backing);
            preflight.background().notes().map(label::concat).forEach(notes::add);
            preflight.invalid().stream().map(reason -> reason.of(label)).forEach(found.invalid::add);
            preflight.failure().ifPresent(failure -> found.failed.put(arm.side(), failure));
        }
        return found;
    }

    private static List<String> changes(DuelCell cell, Collection<Standing> inTurn, List<String> notes) {
        List<String> changes = new ArrayList<>();
        for (Standing arm : inTurn) {
            String label = cell.arm(arm.side()).label() + ": ";
            EffectiveAudit.Outcome audit = EffectiveAudit.afterwards(arm.server());
            audit.changes().stream().map(label::concat).forEach(changes::add);
            audit.notes().stream().map(label::concat).forEach(notes::add);
        }
        return changes;
    }

    private static Map<Side, Map<Metric, Reading>> readings(DuelMeasurement measurement, Collection<Standing> inTurn) {
        Map<Side, Map<Metric, Reading>> readings = new EnumMap<>(Side.class);
        for (Standing arm : inTurn) {
            arm.sampler().collectGarbage();
            readings.put(arm.side(), PairReadings.of(arm, measurement));
        }
        return readings;
    }

    private Map<Side, String> failures(DuelMeasurement measurement, Map<Side, String> before) {
        Map<Side, String> failures = new EnumMap<>(Side.class);
        failures.putAll(before);
        failures.putAll(measurement.overloaded());
        arms.forEach((side, arm) -> Ends.failure(arm.server()).ifPresent(story -> failures.put(side, story)));
        return failures;
    }

    private LoadOrder order(DuelCell cell, int unit, Turn turn) {
        List<Side> sides = List.of(turn.first(), Turn.other(turn.first()));
        String id = cell.id() + ".unit-" + unit;
        return new LoadOrder(
                cell.workload().name() + " " + cell.load().displayName(),
                base(turn.first()),
                cell.workload().path(),
                cell.workload().body().pattern(),
                new Arrivals.Open(cell.load().requestsPerSecond()),
                duel.scale().slice().toMillis(),
                duel.scale().slices(),
                cell.workload().warmUpUsers(),
                duel.scale()
                        .warmUp()
                        .at(cell.workload(), cell.load().requestsPerSecond())
                        .toMillis(),
                plan.maxConnections(),
                absolute("gatling/" + id),
                absolute("hlog"),
                id,
                new Turns(
                        sides.stream()
                                .map(side -> new Turns.Server(cell.arm(side).label(), base(side)))
                                .toList(),
                        turn.slices().stream().map(sides::indexOf).toList(),
                        duel.scale().dropped().toMillis(),
                        duel.scale().warmUp().requests(cell.workload())));
    }

    private String base(Side side) {
        return Optional.ofNullable(arms.get(side))
                .orElseThrow()
                .server()
                .baseUri()
                .toString();
    }

    private String absolute(String name) {
        return plan.output().resolve(name).toAbsolutePath().toString();
    }

    private String relative(Path path) {
        return plan.output().toAbsolutePath().relativize(path.toAbsolutePath()).toString();
    }
}
