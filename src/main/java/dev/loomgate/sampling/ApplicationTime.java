package dev.loomgate.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Where the CPU time of application threads went, told by a recording that asks for it whenever it begins and ends a
 * chunk.
 */
final class ApplicationTime {
    static final String EVENT = "jdk.ThreadCPULoad";

    private static final ThreadNames NAMES = new ThreadNames(-1, false);

    /** CPU time of a thread or of several: nanoseconds, as shares of all CPUs. */
    private record Spent(double user, double system) {
        Spent plus(Spent other) {
            return new Spent(user + other.user, system + other.system);
        }
    }

    private ApplicationTime() {}

    /**
     * What was not spent in the operating system, from 0 to 1; 1 when nothing was read.
     *
     * @param loads of all threads, those of the JVM too: they say when the recording began
     */
    static double userShare(List<RecordedEvent> loads) {
        NavigableSet<Instant> moments = new TreeSet<>();
        loads.forEach(load -> moments.add(load.getStartTime()));
        Spent spent = loads.stream()
                .filter(load -> isApplication(load.getThread()))
                .map(load -> since(moments.lower(load.getStartTime()), load))
                .reduce(new Spent(0, 0), Spent::plus);
        double all = spent.user() + spent.system();
        return all > 0 ? spent.user() / all : 1;
    }

    /**
     * What a thread did since the moment before. At the first moment an event stands for all that its thread has done
     * before the recording.
     */
    private static Spent since(@Nullable Instant before, RecordedEvent load) {
        if (before == null) {
            return new Spent(0, 0);
        }
        long nanos = Duration.between(before, load.getStartTime()).toNanos();
        return new Spent(nanos * load.getFloat("user"), nanos * load.getFloat("system"));
    }

    static boolean isApplication(RecordedThread thread) {
        return thread != null
                && thread.getOSName() != null
                && NAMES.groupOf(thread.getOSThreadId(), thread.getOSName()) == CpuGroup.APPLICATION;
    }
}
