package dev.loomgate.sampling;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What {@code /proc/stat} says about some CPUs, summed up.
 *
 * @param busyNanos user, nice and system time. Guests are part of user time already. Interrupts are left out: the kernel does them for
 *     anybody, and does not add them to a process where it tells them apart
 * @param stealNanos time in which the hypervisor ran somebody else
 */
record CpuTicks(long busyNanos, long stealNanos) {
    private static final int USER = 1;
    private static final int NICE = 2;
    private static final int SYSTEM = 3;
    private static final int STEAL = 8;

    /** @throws ProcText.Unreadable when a CPU is missing, because it was taken off line or the file is not the kernel's */
    static CpuTicks of(String stat, List<Integer> cpus) {
        Set<String> wanted = new HashSet<>();
        cpus.forEach(cpu -> wanted.add("cpu" + cpu));
        long busy = 0;
        long steal = 0;
        for (String line : stat.lines().toList()) {
            List<String> fields = Arrays.asList(line.split(" +"));
            if (wanted.remove(fields.getFirst())) {
                if (fields.size() <= STEAL) {
                    throw new ProcText.Unreadable("stat", line);
                }
                busy += ticks(fields, USER) + ticks(fields, NICE) + ticks(fields, SYSTEM);
                steal += ticks(fields, STEAL);
            }
        }
        if (!wanted.isEmpty()) {
            throw new ProcText.Unreadable("stat (no line for " + String.join(", ", wanted) + ")", stat);
        }
        return new CpuTicks(busy * ProcText.NANOS_PER_TICK, steal * ProcText.NANOS_PER_TICK);
    }

    private static long ticks(List<String> fields, int column) {
        return ProcText.number(fields.get(column), "stat", String.join(" ", fields));
    }
}
