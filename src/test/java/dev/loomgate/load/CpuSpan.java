package dev.loomgate.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** CPU time of this JVM, garbage collection and compilation included, between the two ends of a phase. */
final class CpuSpan {
    private volatile long startNanos;
    private volatile long spanNanos = -1;

    void starts() {
        startNanos = processCpuNanos();
    }

    void ends() {
        spanNanos = processCpuNanos() - startNanos;
    }

    long nanos() {
        if (spanNanos < 0) {
            throw new IllegalStateException("the phase has not ended");
        }
        return spanNanos;
    }

    private static long processCpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
