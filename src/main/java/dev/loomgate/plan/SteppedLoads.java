package dev.loomgate.plan;

import dev.loomgate.plan.Ramp.Aggregate;
import dev.loomgate.plan.Ramp.Conditions;
import dev.loomgate.plan.Search.ServiceLevel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the loads whose rate changes from step to step; rows of cells then name them: {@code ramp quick}, {@code search quick}. */
final class SteppedLoads {
    private static final List<String> RAMP_KEYS = List.of(
            "start", "step", "ceiling", "length", "rest", "failed", "share", "repetitions", "aggregate", "conditions");
    private static final List<String> CONDITION_KEYS = List.of("throughput", "cpu", "latency-rise", "memory-rise");
    private static final List<String> SEARCH_KEYS =
            List.of("start", "ceiling", "length", "rest", "at-most", "precision", "tries", "level");
    private static final List<String> LEVEL_KEYS = List.of("errors", "p99", "share");

    private static final int FAILED_IN_A_ROW = 3;
    private static final int TRIES = 2;
    private static final double COLLAPSED = 0.7;
    private static final Duration SEARCH = Duration.ofMinutes(4);
    /** DEBS table 4 says 80 % of the CPU; that it "rises" for latency and memory, we take for half as much again. */
    private static final Conditions CONDITIONS = new Conditions(0.95, 0.8, 0.5, 0.5);

    private final Problems problems;
    private final Values values;

    private SteppedLoads(Problems problems, Values values) {
        this.problems = problems;
        this.values = values;
    }

    /** The sound ones, by what a row calls them. */
    static Map<String, Stepped> read(Section root, Problems problems, Values values) {
        SteppedLoads loads = new SteppedLoads(problems, values);
        Definitions definitions = new Definitions(problems, values);
        Map<String, Stepped> byName = new LinkedHashMap<>();
        definitions
                .named("ramp", root.optional("ramps"), loads::ramp)
                .forEach((name, ramp) -> byName.put(ramp.displayName(), ramp));
        definitions
                .named("search", root.optional("searches"), loads::search)
                .forEach((name, search) -> byName.put(search.displayName(), search));
        return byName;
    }

    private @Nullable Ramp ramp(String name, YamlNode body) {
        Section section = new Section("ramp " + name, body, problems, RAMP_KEYS);
        Integer start = values.rate(section.required("start"));
        Integer step = values.rate(section.required("step"));
        Integer ceiling = values.rate(section.required("ceiling"));
        Duration length = values.duration(section.required("length"));
        Duration rest = values.duration(section.required("rest"));
        Integer failed = count(section.optional("failed"), FAILED_IN_A_ROW);
        Double share = share(section.optional("share"), COLLAPSED);
        Integer repetitions = count(section.optional("repetitions"), 1);
        String aggregate = aggregate(section.optional("aggregate"));
        Conditions conditions = conditions(section.optional("conditions"));
        if (start == null || step == null || ceiling == null || length == null || rest == null) {
            return null;
        }
        if (failed == null || share == null || repetitions == null || aggregate == null || conditions == null) {
            return null;
        }
        try {
            return new Ramp(
                    name,
                    start,
                    step,
                    ceiling,
                    length,
                    rest,
                    failed,
                    share,
                    repetitions,
                    Aggregate.valueOf(aggregate.toUpperCase(Locale.ROOT)),
                    conditions);
        } catch (IllegalArgumentException e) {
            problems.refused(body.place(), e);
            return null;
        }
    }

    private @Nullable String aggregate(@Nullable YamlNode node) {
        return node == null ? "mean" : values.word(node, "aggregate", List.of("mean", "best"));
    }

    private @Nullable Conditions conditions(@Nullable YamlNode node) {
        if (node == null) {
            return CONDITIONS;
        }
        Section section = new Section("conditions", node, problems, CONDITION_KEYS);
        Double throughput = share(section.optional("throughput"), CONDITIONS.throughput());
        Double cpu = share(section.optional("cpu"), CONDITIONS.cpu());
        Double latency = share(section.optional("latency-rise"), CONDITIONS.latencyRise());
        Double memory = share(section.optional("memory-rise"), CONDITIONS.memoryRise());
        if (throughput == null || cpu == null || latency == null || memory == null) {
            return null;
        }
        try {
            return new Conditions(throughput, cpu, latency, memory);
        } catch (IllegalArgumentException e) {
            problems.refused(node.place(), e);
            return null;
        }
    }

    private @Nullable Search search(String name, YamlNode body) {
        Section section = new Section("search " + name, body, problems, SEARCH_KEYS);
        Integer start = values.rate(section.required("start"));
        Integer ceiling = values.rate(section.required("ceiling"));
        Duration length = values.duration(section.required("length"));
        Duration rest = values.duration(section.required("rest"));
        YamlNode atMostNode = section.optional("at-most");
        Duration atMost = atMostNode == null ? SEARCH : values.duration(atMostNode);
        Double precision = values.share(section.required("precision"));
        Integer tries = count(section.optional("tries"), TRIES);
        YamlNode levelNode = section.required("level");
        ServiceLevel level = levelNode == null ? null : level(levelNode);
        if (start == null || ceiling == null || length == null || rest == null) {
            return null;
        }
        if (atMost == null || precision == null || tries == null || level == null) {
            return null;
        }
        try {
            return new Search(name, start, ceiling, length, rest, atMost, precision, tries, level, Optional.empty());
        } catch (IllegalArgumentException e) {
            problems.refused(body.place(), e);
            return null;
        }
    }

    private @Nullable ServiceLevel level(YamlNode node) {
        Section section = new Section("level", node, problems, LEVEL_KEYS);
        Double errors = values.share(section.required("errors"));
        YamlNode p99Node = section.optional("p99");
        Duration p99 = values.duration(p99Node);
        Double share = values.share(section.required("share"));
        if (errors == null || share == null || (p99Node != null && p99 == null)) {
            return null;
        }
        try {
            return new ServiceLevel(errors, Optional.ofNullable(p99), share);
        } catch (IllegalArgumentException e) {
            problems.refused(node.place(), e);
            return null;
        }
    }

    private @Nullable Integer count(@Nullable YamlNode node, int otherwise) {
        return node == null ? Integer.valueOf(otherwise) : values.wholeNumber(node, 1);
    }

    private @Nullable Double share(@Nullable YamlNode node, double otherwise) {
        return node == null ? Double.valueOf(otherwise) : values.share(node);
    }
}
