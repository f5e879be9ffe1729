package dev.loomgate.experiment;

import dev.loomgate.plan.Arm;
import dev.loomgate.plan.ArmGroup;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.UnitPlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Arms that would compete for their CPUs: each has the whole load in its turn, and a window is as much longer as there are
 * arms.
 */
final class TurnSchedule extends UnitSchedule {
    private final String why;
    private final Map<Arm, Map<Integer, Duration>> growths = new HashMap<>();

    /**
     * @param arms in the order of the servers
     * @param unit its number, from 1
     * @param why the arms are not under load at the same time
     */
    TurnSchedule(ArmGroup group, List<Arm> arms, int unit, UnitPlan units, RandomGenerator random, String why) {
        super(group, arms, unit, units, random);
        this.why = why;
    }

    @Override
    LoadProfile load() {
        return group().load();
    }

    @Override
    Duration length() {
        return units().scale().window(group().workload().name()).multipliedBy(arms().size());
    }

    @Override
    int turn() {
        return load() instanceof LoadProfile.Constant rate
                ? TurnOrder.requests(rate, length(), arms().size(), Saturation.turn(group(), units().scale()))
                : 1;
    }

    @Override
    void look(int window, List<Measured> measured) {
        for (Measured of : measured) {
            of.load()
                    .growth()
                    .ifPresent(growth -> growths.computeIfAbsent(arms().get(of.arm()), arm -> new HashMap<>())
                            .put(window, growth));
        }
    }

    @Override
    Optional<String> overload(List<Slice> undisturbed) {
        return load() instanceof LoadProfile.Constant rate
                ? Overload.of(group().workload(), rate, rate.requestsPerSecond(), arms().size(), undisturbed)
                : Optional.empty();
    }

    /**
     * What an arm leaves at the end of its turn it can do in that of another: its queue and its CPU time tell.
     */
    @Override
    Optional<String> queue(Arm arm, List<Slice> undisturbed, double cpus) {
        return load() instanceof LoadProfile.Constant rate
                ? Overload.ofQueue(group().workload(), rate, turn(), growths(arm, undisturbed))
                        .or(() -> Overload.ofCpu(group().workload(), rate, cpus, undisturbed))
                : Optional.empty();
    }

    private List<Duration> growths(Arm arm, List<Slice> undisturbed) {
        Map<Integer, Duration> own = growths.getOrDefault(arm, Map.of());
        return undisturbed.stream()
                .filter(slice -> slice.valid() && own.containsKey(slice.number()))
                .map(slice -> own.get(slice.number()))
                .toList();
    }

    @Override
    boolean interleaved() {
        return false;
    }

    @Override
    List<String> remarks() {
        return List.of(
                load() instanceof LoadProfile.Constant rate
                        ? String.format(
                                Locale.ROOT,
                                "measured in turns of %.0f ms, in which one arm has the whole rate: %s",
                                1000.0 * turn() / rate.requestsPerSecond(),
                                why)
                        : "measured in turns: " + why);
    }
}
