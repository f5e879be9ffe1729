package dev.loomgate.plan;

import dev.loomgate.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how duels are measured, and what a change may cost. */
final class Duels {
    private static final List<String> KEYS =
            List.of("slice", "slices", "dropped", "rest", "warm-up", "units", "at-most", "alpha", "cells");
    private static final List<String> WARM_UP_KEYS =
            List.of("requests", "requests-of", "pause", "floor", "cap", "quiet");
    private static final List<String> ROW_KEYS = List.of("variants", "workloads", "loads");
    private static final List<String> TOLERANCE_KEYS = List.of("tolerate", "catch");

    private final Problems problems;
    private final Values values;
    private final NameList names;
    private final Declared declared;
    private final Map<String, List<CellRow>> cells = new LinkedHashMap<>();

    Duels(Problems problems, Values values, NameList names, Declared declared) {
        this.problems = problems;
        this.values = values;
        this.names = names;
        this.declared = declared;
    }

    /** The rows of every duel read so far. */
    Map<String, List<CellRow>> cells() {
        return Ordered.copy(cells);
    }

    @Nullable
    DuelScale duel(String name, YamlNode body) {
        Section section = new Section("duel " + name, body, problems, KEYS);
        Duration slice = values.duration(section.required("slice"));
        Integer slices = values.wholeNumber(section.required("slices"), 2 * DuelScale.BLOCK);
        Duration dropped = values.duration(section.required("dropped"));
        Duration rest = values.duration(section.required("rest"));
        YamlNode warmUpNode = section.required("warm-up");
        DuelScale.WarmUp warmUp = warmUpNode == null ? null : warmUp(warmUpNode);
        Integer units = values.wholeNumber(section.required("units"), InterimAnalyses.FEWEST_UNITS);
        Duration atMost = values.duration(section.required("at-most"));
        YamlNode alphaNode = section.optional("alpha");
        Double alpha = alphaNode == null ? Double.valueOf(Defaults.GATE_ALPHA) : values.share(alphaNode);
        rows(name, section.required("cells"));
        if (slice == null || slices == null || dropped == null || rest == null || warmUp == null) {
            return null;
        }
        if (units == null || atMost == null || alpha == null) {
            return null;
        }
        wholeRequests(name, slice);
        try {
            return new DuelScale(
                    name, slice, slices, dropped, rest, warmUp, InterimAnalyses.upTo(units), atMost, alpha);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf("slices"), e);
            return null;
        }
    }

    private void wholeRequests(String duel, Duration slice) {
        for (CellRow row : cells.getOrDefault(duel, List.of())) {
            for (LoadProfile load : row.loads()) {
                if (load instanceof LoadProfile.Constant constant
                        && constant.requestsPerSecond() * slice.toMillis() % 1000 != 0) {
                    problems.at(
                            row.place(),
                            load.displayName() + " are no whole number of requests in a slice of " + slice.toMillis()
                                    + " ms: change one of the two");
                }
            }
        }
    }

    private DuelScale.@Nullable WarmUp warmUp(YamlNode node) {
        Section section = new Section("warm-up", node, problems, WARM_UP_KEYS);
        Integer requests = values.wholeNumber(section.required("requests"), 1);
        Map<String, Integer> requestsOf = requestsOf(section.optional("requests-of"));
        WarmUpRules rules = WarmUpRules.read(section, values, problems);
        return requests == null || rules == null ? null : new DuelScale.WarmUp(requests, requestsOf, rules);
    }

    private Map<String, Integer> requestsOf(@Nullable YamlNode node) {
        Map<String, Integer> requestsOf = new LinkedHashMap<>();
        if (node == null) {
            return requestsOf;
        }
        Section section = new Section("requests-of", node, problems, declared.workloads());
        for (String workload : declared.workloads()) {
            YamlNode body = section.optional(workload);
            Integer requests = body == null ? null : values.wholeNumber(body, 1);
            if (requests != null) {
                requestsOf.put(workload, requests);
            }
        }
        return requestsOf;
    }

    private void rows(String duel, @Nullable YamlNode node) {
        List<CellRow> rows = new ArrayList<>();
        for (YamlNode item : values.items(node)) {
            Section section = new Section("a row of cells", item, problems, ROW_KEYS);
            YamlNode loads = section.required("loads");
            CellRow row = new CellRow(
                    item.place(),
                    names.read(section.required("variants"), "variant", declared.variants()),
                    List.of(),
                    names.read(section.required("workloads"), "workload", declared.workloads()),
                    names.loads(loads));
            for (LoadProfile load : row.loads()) {
                if (loads != null && !(load instanceof LoadProfile.Constant)) {
                    problems.at(
                            loads.place(),
                            "a duel needs a rate, as in '500 req/s', found '" + load.displayName() + "'");
                }
            }
            rows.add(row);
        }
        cells.put(duel, List.copyOf(rows));
    }

    /** The gated metrics; empty when the file gates none. */
    Map<Metric, Tolerance> tolerances(@Nullable YamlNode node) {
        Map<Metric, Tolerance> tolerances = new EnumMap<>(Metric.class);
        if (node == null) {
            return tolerances;
        }
        List<String> keys = Compared.tolerated().stream().map(Metric::key).toList();
        Section section = new Section("tolerances", node, problems, keys);
        for (String key : keys) {
            YamlNode body = section.optional(key);
            Tolerance tolerance = body == null ? null : tolerance(key, body);
            if (tolerance != null) {
                tolerances.put(Metric.ofKey(key).orElseThrow(), tolerance);
            }
        }
        return tolerances;
    }

    private @Nullable Tolerance tolerance(String metric, YamlNode body) {
        Section section = new Section("the tolerance of " + metric, body, problems, TOLERANCE_KEYS);
        Double tolerate = values.share(section.required("tolerate"));
        Double caught = values.share(section.required("catch"));
        if (tolerate == null || caught == null) {
            return null;
        }
        try {
            return new Tolerance(tolerate, caught);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf("catch"), e);
            return null;
        }
    }
}
