package dev.loomgate.plan;

import dev.loomgate.plan.Ramp.Aggregate;
import dev.loomgate.plan.Ramp.Conditions;
import dev.loomgate.plan.Search.ServiceLevel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the loads whose rate changes from step to step; rows name them: {@code ramp quick}. */
final class SteppedLoads {
    private static final int FAILED_IN_A_ROW = 3;
    private static final int TRIES = 2;
    private static final double COLLAPSED = 0.7;
    private static final Duration SEARCH = Duration.ofMinutes(4);

    /** DEBS table 4 says 80 % of the CPU; that it "rises" for latency and memory, we take for half as much again. */
    private static final Conditions CONDITIONS = new Conditions(0.95, 0.8, 0.5, 0.5);

    private SteppedLoads() {}

    /** The sound ones, by what a row calls them. */
    static Map<String, Stepped> read(Mapping root) {
        Map<String, Stepped> byName = new LinkedHashMap<>();
        root.each("ramps", SteppedLoads::ramp).values().forEach(ramp -> byName.put(ramp.displayName(), ramp));
        root.each("searches", SteppedLoads::search)
                .values()
                .forEach(search -> byName.put(search.displayName(), search));
        return byName;
    }

    private static Optional<Ramp> ramp(String name, Mapping keys) {
        return keys.make(() -> new Ramp(
                name,
                keys.get("start", Form.RATE),
                keys.get("step", Form.RATE),
                keys.get("ceiling", Form.RATE),
                keys.get("length", Form.TIME),
                keys.get("dropped", Form.TIME, Duration.ZERO),
                keys.get("rest", Form.TIME),
                keys.get("failed", Form.COUNT, FAILED_IN_A_ROW),
                keys.get("share", Form.SHARE, COLLAPSED),
                keys.get("repetitions", Form.COUNT, 1),
                keys.get("aggregate", Form.TEXT, "mean").equals("best") ? Aggregate.BEST : Aggregate.MEAN,
                keys.has("conditions") ? keys.below("conditions", SteppedLoads::conditions) : CONDITIONS));
    }

    private static Optional<Conditions> conditions(Mapping keys) {
        return keys.make(() -> new Conditions(
                keys.get("throughput", Form.SHARE, CONDITIONS.throughput()),
                keys.get("cpu", Form.SHARE, CONDITIONS.cpu()),
                keys.get("latency-rise", Form.SHARE, CONDITIONS.latencyRise()),
                keys.get("memory-rise", Form.SHARE, CONDITIONS.memoryRise())));
    }

    private static Optional<Search> search(String name, Mapping keys) {
        return keys.make(() -> new Search(
                name,
                keys.get("start", Form.RATE),
                keys.get("ceiling", Form.RATE),
                keys.get("length", Form.TIME),
                keys.get("rest", Form.TIME),
                keys.get("at-most", Form.TIME, SEARCH),
                keys.get("precision", Form.SHARE),
                keys.get("tries", Form.COUNT, TRIES),
                keys.below("level", SteppedLoads::level),
                Optional.empty()));
    }

    private static Optional<ServiceLevel> level(Mapping keys) {
        return keys.make(() -> new ServiceLevel(
                keys.get("errors", Form.SHARE), keys.find("p99", Form.TIME), keys.get("share", Form.SHARE)));
    }
}
