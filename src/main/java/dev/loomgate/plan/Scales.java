package dev.loomgate.plan;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads how much is measured: scales with their rows of cells. */
final class Scales {
    private static final Form<Duration> ITERATION = Form.TIME.where(
            length -> length.isPositive() && length.toNanosPart() == 0,
            "an iteration lasts whole seconds, at least 1 s");

    private final Problems problems;
    private final NameList names;
    private final Declared declared;
    private final Map<String, List<CellRow>> cells = new LinkedHashMap<>();

    Scales(Problems problems, NameList names, Declared declared) {
        this.problems = problems;
        this.names = names;
        this.declared = declared;
    }

    /** The rows of every scale read so far, those of unsound scales too. */
    Map<String, List<CellRow>> cells() {
        return Ordered.copy(cells);
    }

    /** False once a row had a problem, or when there is none: then it is not known which cells were meant. */
    boolean rowsAreSound() {
        return !cells.isEmpty()
                && cells.values().stream()
                        .allMatch(rows -> !rows.isEmpty() && rows.stream().allMatch(CellRow::sound));
    }

    Optional<Scale> scale(String name, Mapping keys) {
        List<CellRow> rows = names.rows(keys);
        long size = rows.stream()
                .mapToLong(row -> row.size(declared.runtimes().size()))
                .sum();
        if (size > Defaults.MOST_CELLS) {
            String message = "scale " + name + " has more than " + Defaults.MOST_CELLS + " cells";
            problems.at(keys.placeOf("cells"), message);
            rows = List.of();
        }
        cells.put(name, rows);
        return keys.make(
                "max-iterations",
                () -> new Scale(
                        name,
                        keys.get("iteration", ITERATION),
                        keys.get("iterations", Form.COUNT),
                        keys.get("max-iterations", Form.COUNT),
                        keys.get("rest", Form.TIME),
                        keys.below("warm-up", Scales::warmUp),
                        keys.get("second-trials", Form.COUNT, 0)));
    }

    private static Optional<Scale.WarmUp> warmUp(Mapping keys) {
        return keys.make("load", () -> new Scale.WarmUp(keys.get("load", Form.TIME), WarmUpRules.read(keys)));
    }
}
