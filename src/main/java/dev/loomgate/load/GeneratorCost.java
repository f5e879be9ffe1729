package dev.loomgate.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What this JVM has used since it started.
 *
 * @param cpu of all threads
 * @param jit how long its compilers were busy, added up; 0 when the JVM does not tell
 */
record GeneratorCost(Duration cpu, Duration jit) {
    static final GeneratorCost NONE = new GeneratorCost(Duration.ZERO, Duration.ZERO);

    static GeneratorCost soFar() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
        return new GeneratorCost(
                Duration.ofNanos(system.getProcessCpuTime()),
                jit != null && jit.isCompilationTimeMonitoringSupported()
                        ? Duration.ofMillis(jit.getTotalCompilationTime())
                        : Duration.ZERO);
    }

    GeneratorCost since(GeneratorCost earlier) {
        return new GeneratorCost(cpu.minus(earlier.cpu), jit.minus(earlier.jit));
    }
}
