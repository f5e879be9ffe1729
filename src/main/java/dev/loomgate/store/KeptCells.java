package dev.loomgate.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.loomgate.experiment.CellKeeper;
import dev.loomgate.experiment.CellRun;
import dev.loomgate.fingerprint.Fingerprint;
import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.server.OpenServers;
import dev.loomgate.summary.Summaries;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.Fitness;
import dev.loomgate.verdict.Judge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finished cells, kept one by one in {@code cells/} as they were measured, so that a run that was cut off can go on
 * ({@code -Dloomgate.continue}): on the same machine, for the same plan, and else anew, with the reason. Of a cell that
 * climbs a ramp several times each ramp that has ended is kept. Nanoseconds are whole, nothing is rounded.
 */
public final class KeptCells {
    private final Plan plan;
    private final String fingerprint;
    private final Path output;
    private final boolean goesOn;
    private final Consumer<String> say;

    private KeptCells(Plan plan, String fingerprint, Path output, boolean goesOn, Consumer<String> say) {
        this.plan = plan;
        this.fingerprint = fingerprint;
        this.output = output;
        this.goesOn = goesOn;
        this.say = say;
    }

    /** Decides whether this run goes on from what an earlier one has left in the folder. */
    public static KeptCells of(
            Plan plan,
            Map<String, String> properties,
            Fingerprint fingerprint,
            RunFolder folder,
            Consumer<String> say) {
        boolean goesOn = Earlier.goesOn(
                RunRecord.of(RunRecord.Kind.CELLS, properties, fingerprint),
                folder,
                PlanReader.thresholdsFile(properties),
                PlanReader.continues(properties),
                say);
        return new KeptCells(plan, fingerprint.id(), folder.output(), goesOn, say);
    }

    /** Whether this run goes on from what an earlier one has left in the folder. */
    public boolean goesOn() {
        return goesOn;
    }

    /**
     * As an earlier run has left it; empty when it has not, when that can't be judged, or when this run does not go on
     * from there.
     */
    public Optional<CellRun> earlier(Cell cell, int round) {
        return goesOn ? kept(file(output, cell, round), cell, this::sayDamage).filter(this::isOfUse) : Optional.empty();
    }

    private void sayDamage(String damage) {
        say.accept("not taken in: " + damage);
    }

    /** The ramps of a cell that an earlier run has ended without the last one; empty as {@link #earlier} is. */
    public Optional<CellRun> begun(Cell cell, int round) {
        return goesOn ? kept(begunFile(output, cell, round), cell, this::sayDamage) : Optional.empty();
    }

    /**
     * Keeps each ramp that ends, and knows those of an earlier run.
     *
     * @param round from 1, where cells are measured several times
     * @param undecided whether what was measured so far leaves a limit open
     * @param finished is told of each cell, which it has to {@link #keep}
     */
    public CellKeeper keeper(int round, Predicate<CellRun> undecided, Consumer<CellRun> finished) {
        return new CellKeeper() {
            @Override
            public boolean undecided(CellRun soFar) {
                return undecided.test(soFar);
            }

            @Override
            public Optional<CellRun> begun(Cell cell) {
                return KeptCells.this.begun(cell, round);
            }

            @Override
            public void grown(CellRun soFar) {
                if (!OpenServers.areClosing()) {
                    keep(begunFile(output, soFar.cell(), round), soFar);
                }
            }

            @Override
            public void finished(CellRun run) {
                finished.accept(run);
            }
        };
    }

    private boolean isOfUse(CellRun run) {
        Optional<String> why = hasFailed(run)
                ? Optional.empty()
                : new Fitness(plan.scale().iterations())
                        .complaints(Summaries.of(run)).stream()
                                .map(Invalidity::sentence)
                                .findFirst();
        why.ifPresent(reason -> say.accept("not taken in: " + run.cell() + ": " + reason));
        return why.isEmpty();
    }

    /** Also by what was answered in iterations that are invalid: a red cell gets no second chance. */
    private boolean hasFailed(CellRun run) {
        return run.failure().isPresent()
                || Judge.judge(plan, fingerprint, List.of(Summaries.of(run))).stream()
                        .anyMatch(cell -> cell.outcome() == CellVerdict.Outcome.FAILED);
    }

    /**
     * Keeps a cell; but not in a run that is being ended, in which servers are closed while they are measured. The signal
     * that ends a run may end its generator first. The cell is INVALID then, and the ramps that were kept stay.
     *
     * @param round from 1, where cells are measured several times
     */
    public void keep(CellRun run, int round) {
        if (OpenServers.areClosing()) {
            return;
        }
        keep(output, run, round);
        if (run.invalid().isEmpty() || Invalidity.kindOf(run.invalid()) == Invalidity.Kind.CONFIGURATION) {
            DurableFile.delete(begunFile(output, run.cell(), round));
        }
    }

    static void keep(Path output, CellRun run, int round) {
        keep(file(output, run.cell(), round), run);
    }

    private static void keep(Path file, CellRun run) {
        try {
            DurableFile.replace(file, StoreJson.MAPPER.writeValueAsString(run));
        } catch (JsonProcessingException e) {
            throw DurableFile.unwritable(file, e);
        }
    }

    /**
     * The cell as it was kept; empty when it was not, is damaged, or was kept by another version of Loomgate.
     *
     * @param damaged is told of a file that is no cell
     */
    static Optional<CellRun> kept(Path output, Cell cell, int round, Consumer<String> damaged) {
        return kept(file(output, cell, round), cell, damaged);
    }

    private static Optional<CellRun> kept(Path file, Cell cell, Consumer<String> damaged) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode json = StoreJson.MAPPER.readTree(file.toFile());
            if (json.isObject()) {
                return Optional.of(
                        StoreJson.reader(CellRun.class, Map.of(cell.id(), cell)).readValue(json));
            }
            damaged.accept(file + " is damaged: it holds no JSON object");
        } catch (JsonMappingException e) {
            damaged.accept(file + " is damaged, or of another version of Loomgate: " + StoreJson.why(e));
        } catch (IOException e) {
            damaged.accept(file + " is damaged");
        }
        return Optional.empty();
    }

    private static Path file(Path output, Cell cell, int round) {
        return output.resolve("cells").resolve(cell.id() + ".round-" + round + ".json");
    }

    /** Not a finished cell, and not counted as one. */
    private static Path begunFile(Path output, Cell cell, int round) {
        return output.resolve("cells").resolve(cell.id() + ".round-" + round + ".begun");
    }
}
