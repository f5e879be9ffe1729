package dev.loomgate.sampling;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What {@code /proc/stat} says about some CPUs, summed up.
 *
 * <p>Idle time and not busy time, because idle time is measured: a kernel that stops the tick of an idle CPU knows to
 * the microsecond when it slept. User and system time are guessed, by looking every 4 ms (or 10) at what runs just
 * then; load that comes at even intervals keeps in step with these looks, so that they see it always or never. Of the
 * same 1,000 requests a second they made anything between nothing and 14 % of two CPUs too much.
 *
 * @param idleNanos nothing to run, or all of it waiting for a disk
 * @param stealNanos time in which the hypervisor ran somebody else
 */
record CpuTicks(long idleNanos, long stealNanos) {
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    private static final int STEAL = 8;

    /**
     * @throws ProcText.Unreadable when a CPU is missing, because it was taken off line or the file is not the kernel's
     */
    static CpuTicks of(String stat, List<Integer> cpus) {
        Set<String> wanted = new HashSet<>();
        cpus.forEach(cpu -> wanted.add("cpu" + cpu));
        long idle = 0;
        long steal = 0;
        for (String line : stat.lines().toList()) {
            List<String> fields = Arrays.asList(line.split(" +"));
            if (wanted.remove(fields.getFirst())) {
                if (fields.size() <= STEAL) {
                    throw new ProcText.Unreadable("stat", line);
                }
                idle += ticks(fields, IDLE) + ticks(fields, IO_WAIT);
                steal += ticks(fields, STEAL);
            }
        }
        if (!wanted.isEmpty()) {
            throw new ProcText.Unreadable("stat (no line for " + String.join(", ", wanted) + ")", stat);
        }
        return new CpuTicks(idle * ProcText.NANOS_PER_TICK, steal * ProcText.NANOS_PER_TICK);
    }

    private static long ticks(List<String> fields, int column) {
        return ProcText.number(fields.get(column), "stat", String.join(" ", fields));
    }
}
