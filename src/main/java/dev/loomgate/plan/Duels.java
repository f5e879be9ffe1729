package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads how duels are measured, and what a change may cost. */
final class Duels {
    private final Problems problems;
    private final NameList names;
    private final Declared declared;
    private final Map<String, List<CellRow>> cells = new LinkedHashMap<>();

    Duels(Problems problems, NameList names, Declared declared) {
        this.problems = problems;
        this.names = names;
        this.declared = declared;
    }

    /** The rows of every duel read so far. */
    Map<String, List<CellRow>> cells() {
        return Ordered.copy(cells);
    }

    Optional<DuelScale> duel(String name, Mapping keys) {
        List<CellRow> rows = names.rows(keys);
        cells.put(name, rows);
        Optional<DuelScale> duel = keys.make(() -> new DuelScale(
                name,
                keys.must("windows", () -> unitOf(keys, rows)),
                InterimAnalyses.upTo(keys.get("units", Form.COUNT, Defaults.UNITS)),
                keys.get("at-most", Form.TIME, Defaults.DUEL_AT_MOST),
                keys.get("alpha", Form.SHARE, Defaults.GATE_ALPHA),
                tolerances(keys)));
        duel.ifPresent(found -> rows.forEach(row -> wholeRequests(row, found.unit())));
        return duel;
    }

    /** How long a unit of it measures. */
    Optional<UnitScale> unit(Mapping keys) {
        return keys.make("windows", () -> unitOf(keys, List.of()));
    }

    private UnitScale unitOf(Mapping keys, List<CellRow> rows) {
        return new UnitScale(
                keys.get("window", Form.TIME, window(rows)),
                byWorkload(keys, "window-of", Form.TIME),
                keys.get("windows", Form.COUNT, Defaults.WINDOWS_OF_A_UNIT),
                byWorkload(keys, "windows-of", Form.COUNT),
                keys.get("dropped", Form.TIME, Defaults.DROPPED),
                keys.get("rest", Form.TIME, Defaults.BETWEEN_WINDOWS),
                new UnitScale.Ceiling(
                        keys.get("ceiling-time", Form.TIME, Defaults.CEILING_TIME),
                        byWorkload(keys, "ceiling-time-of", Form.TIME),
                        byWorkload(keys, "ceiling-users-of", Form.COUNT)),
                keys.has("warm-up") ? keys.below("warm-up", this::warmUp) : Defaults.UNIT_WARM_UP);
    }

    private <T> Map<String, T> byWorkload(Mapping keys, String key, Form<T> form) {
        return NameList.each(keys, key, form, "workload", declared.workloads());
    }

    /** The first of the usual ones that both arms have whole requests in, or the last one. */
    private static Duration window(List<CellRow> rows) {
        return Defaults.WINDOWS.stream()
                .filter(window -> rows.stream()
                        .flatMap(row -> row.loads().stream())
                        .allMatch(load -> broken(load, window.dividedBy(Side.values().length))
                                .isEmpty()))
                .findFirst()
                .orElse(Defaults.WINDOWS.getLast());
    }

    /** Why a window has no whole number of requests; empty where it has. */
    static Optional<String> broken(LoadProfile load, Duration window) {
        return load instanceof LoadProfile.Constant constant
                        && constant.requestsPerSecond() * window.toMillis() % 1000 != 0
                ? Optional.of(load.displayName() + " are no whole number of requests in a window of "
                        + window.toMillis() + " ms: change one of the two")
                : Optional.empty();
    }

    private void wholeRequests(CellRow row, UnitScale unit) {
        List<Duration> windows =
                row.workloads().stream().map(unit::window).distinct().toList();
        for (LoadProfile load : row.loads()) {
            windows.stream()
                    .flatMap(window -> broken(load, window).stream())
                    .forEach(why -> problems.at(row.place(), why));
        }
    }

    private Optional<UnitScale.WarmUp> warmUp(Mapping keys) {
        return keys.make(() -> new UnitScale.WarmUp(
                keys.get("requests", Form.COUNT), byWorkload(keys, "requests-of", Form.COUNT), WarmUpRules.read(keys)));
    }

    /**
     * The gated metrics; empty where none are named.
     *
     * @param keys of the file, or of a duel
     */
    static Map<Metric, Tolerance> tolerances(Mapping keys) {
        Map<Metric, Tolerance> tolerances = new EnumMap<>(Metric.class);
        keys.each("tolerances", Duels::tolerance)
                .forEach((key, tolerance) -> Metric.ofKey(key).ifPresent(metric -> tolerances.put(metric, tolerance)));
        return tolerances;
    }

    private static Optional<Tolerance> tolerance(String metric, Mapping keys) {
        return keys.make("catch", () -> new Tolerance(keys.get("tolerate", Form.SHARE), keys.get("catch", Form.SHARE)));
    }
}
