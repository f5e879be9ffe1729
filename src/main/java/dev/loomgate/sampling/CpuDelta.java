package dev.loomgate.sampling;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * CPU time between two readings of one process, by group.
 *
 * @param nanos every group, when {@code unusable} is empty
 * @param wholeNanos of the whole process, ended threads included
 * @param unusable why the groups must not be told apart: too much CPU time went to threads that ended unseen
 */
record CpuDelta(Map<CpuGroup, Long> nanos, long wholeNanos, List<String> notes, Optional<String> unusable) {
    /** Above this share of the whole, time that could belong to several groups is not guessed. */
    private static final double GUESSABLE_SHARE = 0.05;

    CpuDelta {
        nanos = Map.copyOf(nanos);
        notes = List.copyOf(notes);
    }

    /**
     * Threads that ended in between took their times with them; the process total still holds them. What it has beyond
     * the threads that are left, and beyond what the clocks can tell, goes to the groups of those that ended.
     *
     * @param seen names of threads that were seen at any time in between
     */
    static CpuDelta between(ThreadTable open, ThreadTable close, Map<Integer, String> seen, ThreadNames names) {
        Map<CpuGroup, Long> nanos = zero();
        if (open.clock() != close.clock()) {
            String reason = "the clock of threads changed between two readings";
            return new CpuDelta(nanos, process(open, close), List.of(), Optional.of(reason));
        }
        open.threads()
                .forEach((tid, was) -> lasting(tid, open, close)
                        .ifPresent(
                                is -> nanos.merge(names.groupOf(tid, is.name()), is.nanos() - was.nanos(), Long::sum)));
        close.threads().forEach((tid, is) -> {
            if (lasting(tid, open, close).isEmpty()) {
                nanos.merge(names.groupOf(tid, is.name()), is.nanos(), Long::sum);
            }
        });
        return reconcile(nanos, open, close, ended(open, close, seen, names)).withNoteOn(close.clock());
    }

    private static CpuDelta reconcile(
            Map<CpuGroup, Long> nanos, ThreadTable open, ThreadTable close, Map<CpuGroup, Integer> ended) {
        long remainder = process(open, close) - sum(nanos);
        if (Math.abs(remainder) <= tolerance(open, close)) {
            return accounted(nanos, List.of());
        }
        if (remainder < 0) {
            return accounted(
                    nanos,
                    List.of("threads account for " + millis(-remainder)
                            + " more CPU time than the process as a whole"));
        }
        return attribute(nanos, remainder, ended);
    }

    private static Map<CpuGroup, Long> zero() {
        Map<CpuGroup, Long> nanos = new EnumMap<>(CpuGroup.class);
        for (CpuGroup group : CpuGroup.values()) {
            nanos.put(group, 0L);
        }
        return nanos;
    }

    /** A thread whose time went back is another one that got a used id. */
    private static Optional<ThreadTable.Entry> lasting(int tid, ThreadTable open, ThreadTable close) {
        ThreadTable.Entry was = open.threads().get(tid);
        return Optional.ofNullable(close.threads().get(tid)).filter(is -> was != null && is.nanos() >= was.nanos());
    }

    /** The process total in the middle of each reading, because reading many threads takes a while. */
    private static long process(ThreadTable open, ThreadTable close) {
        return (close.processBeforeNanos() + close.processAfterNanos()) / 2
                - (open.processBeforeNanos() + open.processAfterNanos()) / 2;
    }

    /**
     * User and system time are each cut to ticks, in both readings; threads counted in ticks add the same for each
     * thread.
     */
    private static long tolerance(ThreadTable open, ThreadTable close) {
        long spread = (open.processAfterNanos()
                        - open.processBeforeNanos()
                        + close.processAfterNanos()
                        - close.processBeforeNanos())
                / 2;
        long threads =
                close.clock() == ThreadTable.Clock.TICKS ? close.threads().size() : 1;
        return spread + 2 * ProcText.NANOS_PER_TICK * threads;
    }

    private static Map<CpuGroup, Integer> ended(
            ThreadTable open, ThreadTable close, Map<Integer, String> seen, ThreadNames names) {
        Map<Integer, String> candidates = new HashMap<>(seen);
        open.threads().forEach((tid, was) -> candidates.put(tid, was.name()));
        Map<CpuGroup, Integer> ended = new TreeMap<>();
        candidates.forEach((tid, name) -> {
            boolean replaced =
                    open.threads().containsKey(tid) && lasting(tid, open, close).isEmpty();
            if (replaced || !close.threads().containsKey(tid)) {
                ended.merge(names.groupOf(tid, name), 1, Integer::sum);
            }
        });
        // Housekeeping threads that end, such as an idle connection of our own, have used next to nothing.
        if (ended.size() > 1) {
            ended.remove(CpuGroup.OTHER);
        }
        return ended;
    }

    private static CpuDelta attribute(Map<CpuGroup, Long> nanos, long remainder, Map<CpuGroup, Integer> ended) {
        long whole = sum(nanos) + remainder;
        if (ended.size() > 1 && remainder > GUESSABLE_SHARE * whole) {
            String reason = millis(remainder) + " CPU time of threads that ended cannot be told apart: " + ended;
            return new CpuDelta(nanos, whole, List.of(), Optional.of(reason));
        }
        Map<CpuGroup, Integer> takers = ended.isEmpty() ? Map.of(CpuGroup.APPLICATION, 1) : ended;
        int count = takers.values().stream().mapToInt(Integer::intValue).sum();
        takers.forEach((group, threads) -> nanos.merge(group, remainder * threads / count, Long::sum));
        String note = millis(remainder) + " CPU time of threads that ended was given to " + takers.keySet()
                + (ended.isEmpty() ? ", because they were not seen" : "");
        return new CpuDelta(nanos, whole, List.of(note), Optional.empty());
    }

    private static CpuDelta accounted(Map<CpuGroup, Long> nanos, List<String> notes) {
        return new CpuDelta(nanos, sum(nanos), notes, Optional.empty());
    }

    private CpuDelta withNoteOn(ThreadTable.Clock clock) {
        if (clock == ThreadTable.Clock.SCHEDSTAT) {
            return this;
        }
        List<String> all = new ArrayList<>(notes);
        all.add("CPU time per thread is counted in ticks of 10 ms: this kernel has no schedstat");
        return new CpuDelta(nanos, wholeNanos, all, unusable);
    }

    private static long sum(Map<CpuGroup, Long> nanos) {
        return nanos.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.0f ms", nanos / 1e6);
    }
}
