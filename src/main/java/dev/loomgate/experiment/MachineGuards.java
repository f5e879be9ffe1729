package dev.loomgate.experiment;

import dev.loomgate.metric.Metric;
import dev.loomgate.sampling.MachineUse;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether the CPUs belonged to the measurement, and whether time went by as clocks say. */
final class MachineGuards {
    private MachineGuards() {}

    static Stream<String> foreignCpu(GuardedPhase phase) {
        double limit = phase.guards().machine().foreignCpuShare();
        double used = phase.share(Metric.FOREIGN_CPU);
        return Complaint.when(
                used > limit && used * 100 > phase.machine().resolution(),
                String.format(
                        Locale.ROOT,
                        "other processes used %.1f %% of CPUs %s, limit %s: %s; stop them or measure on a machine of its own",
                        used * 100,
                        phase.machine().cpus(),
                        Complaint.percent(limit),
                        named(phase)));
    }

    private static String named(GuardedPhase phase) {
        MachineUse machine = phase.machine();
        if (machine.others().isEmpty()) {
            return "none of them is to be seen (they ended, or run in another container)";
        }
        String names = machine.others().stream().map(MachineGuards::named).collect(Collectors.joining(", "));
        double seen =
                machine.others().stream().mapToDouble(MachineUse.Other::percent).sum();
        double all = phase.share(Metric.FOREIGN_CPU) * 100 * machine.cpuCount();
        return seen < all / 2 ? names + ", and more that ended or are smaller" : names;
    }

    private static String named(MachineUse.Other other) {
        return String.format(Locale.ROOT, "%s (pid %d) %.0f %% of a CPU", other.name(), other.pid(), other.percent());
    }

    static Stream<String> steal(GuardedPhase phase) {
        double limit = phase.guards().machine().stealShare();
        double stolen = phase.share(Metric.STEAL);
        return Complaint.when(
                stolen > limit,
                String.format(
                        Locale.ROOT,
                        "%.1f %% of the time of CPUs %s was stolen by the hypervisor for other machines, limit %s;"
                                + " measure again later or on a machine with CPUs of its own",
                        stolen * 100,
                        phase.machine().cpus(),
                        Complaint.percent(limit)));
    }

    static Stream<String> clock(GuardedPhase phase) {
        Duration jump = phase.machine().clockJump();
        Duration limit = phase.guards().machine().clock();
        return Complaint.when(
                jump.abs().compareTo(limit) > 0,
                String.format(
                        Locale.ROOT,
                        "the clock jumped by %s %s against the monotonic clock, limit %s: somebody set the time, or the"
                                + " machine was suspended; measure again, with a time service that slews",
                        time(jump.abs()),
                        jump.isNegative() ? "back" : "ahead",
                        time(limit)));
    }

    static Stream<String> warmth(GuardedPhase phase) {
        double limit = phase.guards().jitShare();
        double busy = phase.share(Metric.JIT_LOAD);
        return Complaint.when(
                busy > limit,
                String.format(
                        Locale.ROOT,
                        "the server was not warm: its JIT used %.1f %% of the time of the server's CPUs, limit %s;"
                                + " of its warm-up, raise 'floor' or lower 'quiet', and raise 'cap' if the warm-up ended there",
                        busy * 100,
                        Complaint.percent(limit)));
    }

    static Stream<String> samplerGap(GuardedPhase phase) {
        Duration gap = phase.machine().longestGap();
        Duration limit = phase.guards().samplerGap();
        return Complaint.when(
                gap.compareTo(limit) > 0,
                String.format(
                        Locale.ROOT,
                        "the sampler was blind for %s, limit %s: it did not get a CPU; keep other work off the machine",
                        time(gap),
                        time(limit)));
    }

    static Stream<String> samplerTrouble(GuardedPhase phase) {
        return phase.machine().trouble().stream().map(reason -> "the sampler saw only a part: " + reason);
    }

    private static String time(Duration duration) {
        return duration.compareTo(Duration.ofSeconds(1)) >= 0
                ? String.format(Locale.ROOT, "%.1f s", PhaseTime.seconds(duration))
                : String.format(Locale.ROOT, "%.0f ms", PhaseTime.seconds(duration) * 1e3);
    }
}
