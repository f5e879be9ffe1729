package dev.loomgate.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how much is measured: scales with their rows of cells. */
final class Scales {
    private static final List<String> SCALE_KEYS =
            List.of("iteration", "iterations", "max-iterations", "rest", "warm-up", "second-trials", "cells");
    private static final List<String> WARM_UP_KEYS = List.of("load", "pause", "floor", "cap", "quiet");
    private static final List<String> ROW_KEYS = List.of("variants", "runtimes", "workloads", "loads");

    private final Problems problems;
    private final Values values;
    private final NameList names;
    private final Declared declared;
    private final Map<String, List<CellRow>> cells = new LinkedHashMap<>();
    private boolean rowsAreSound = true;

    Scales(Problems problems, Values values, NameList names, Declared declared) {
        this.problems = problems;
        this.values = values;
        this.names = names;
        this.declared = declared;
    }

    /** The rows of every scale read so far, those of unsound scales too. */
    Map<String, List<CellRow>> cells() {
        return Ordered.copy(cells);
    }

    /** False once a row had a problem, or when there is none: then it is not known which cells were meant. */
    boolean rowsAreSound() {
        return rowsAreSound && !cells.isEmpty();
    }

    @Nullable
    Scale scale(String name, YamlNode body) {
        Section section = new Section("scale " + name, body, problems, SCALE_KEYS);
        Duration iteration = iteration(section.required("iteration"));
        Integer iterations = values.wholeNumber(section.required("iterations"), 1);
        Integer most = values.wholeNumber(section.required("max-iterations"), 1);
        Duration rest = values.duration(section.required("rest"));
        YamlNode warmUpNode = section.required("warm-up");
        Scale.WarmUp warmUp = warmUpNode == null ? null : warmUp(warmUpNode);
        YamlNode secondNode = section.optional("second-trials");
        Integer second = secondNode == null ? Integer.valueOf(0) : values.wholeNumber(secondNode, 0);
        rows(name, section.required("cells"));
        if (iteration == null || iterations == null || most == null || rest == null || warmUp == null) {
            return null;
        }
        try {
            return new Scale(name, iteration, iterations, most, rest, warmUp, second == null ? 0 : second);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf("max-iterations"), e);
            return null;
        }
    }

    private @Nullable Duration iteration(@Nullable YamlNode node) {
        Duration length = values.duration(node);
        if (node != null && length != null && (length.isZero() || length.toNanosPart() != 0)) {
            problems.at(node.place(), "an iteration lasts whole seconds, at least 1 s, found " + node.kind());
            return null;
        }
        return length;
    }

    private Scale.@Nullable WarmUp warmUp(YamlNode node) {
        Section section = new Section("warm-up", node, problems, WARM_UP_KEYS);
        Duration load = values.duration(section.required("load"));
        WarmUpRules rules = WarmUpRules.read(section, values, problems);
        if (load == null || rules == null) {
            return null;
        }
        try {
            return new Scale.WarmUp(load, rules);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf("load"), e);
            return null;
        }
    }

    private void rows(String scale, @Nullable YamlNode node) {
        int before = problems.count();
        List<YamlNode> items = values.items(node);
        var rows = new ArrayList<CellRow>();
        items.forEach(item -> rows.add(row(item)));
        int runtimes = declared.runtimes().size();
        if (rows.stream().mapToLong(row -> row.size(runtimes)).sum() > Defaults.MOST_CELLS) {
            problems.at(
                    node == null ? SourcePosition.WHOLE_FILE : node.place(),
                    "scale " + scale + " has more than " + Defaults.MOST_CELLS + " cells");
        }
        rowsAreSound &= node != null && problems.count() == before;
        cells.put(scale, List.copyOf(rows));
    }

    private CellRow row(YamlNode node) {
        Section section = new Section("a row of cells", node, problems, ROW_KEYS);
        YamlNode runtimes = section.optional("runtimes");
        return new CellRow(
                node.place(),
                names.read(section.required("variants"), "variant", declared.variants()),
                runtimes == null ? List.of() : names.read(runtimes, "runtime", declared.runtimes()),
                names.read(section.required("workloads"), "workload", declared.workloads()),
                names.loads(section.required("loads")));
    }
}
