package dev.loomgate.workloads;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** The part of {@code GET /effective} that every server has, and the words all of them use for their own part. */
public final class Effective {
    static final Path SOMAXCONN = Path.of("/proc/sys/net/core/somaxconn");
    private static final String UNKNOWN = "unknown";
    private static final long MEBIBYTE = 1 << 20;

    private Effective() {}

    /** What this JVM is and may use. Called on a request thread, because that decides whether carrier threads matter. */
    public static Map<String, String> jvm(Faults faults) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("java", Runtime.version().toString());
        facts.put("gc", collectors());
        facts.put("heap-max", Long.toString(heapMaxBytes() / MEBIBYTE));
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("open-files-max", openFilesMax());
        GroupLimits limits = new GroupLimits(Path.of("/"));
        facts.put("memory-limit", limits.memory());
        facts.put("cpu-limit", limits.cpus());
        if (Thread.currentThread().isVirtual()) {
            facts.put("carrier-threads", carrierThreads());
        }
        if (!faults.describe().isEmpty()) {
            facts.put("faults", faults.describe());
        }
        // A fault that does nothing on a workload must not look like a server that withstands it.
        faults.confinedTo().ifPresent(workload -> facts.put("faults-confined-to", workload));
        return facts;
    }

    /** The accept queue as the kernel grants it, which silently clips what was asked for, and what was asked for. */
    public static Map<String, String> acceptQueue(int configured) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("accept-queue", clipped(configured, SOMAXCONN));
        facts.put("accept-queue-configured", Integer.toString(configured));
        return facts;
    }

    static String clipped(int configured, Path kernelLimit) {
        // Not Files.readString: it starts with a read of one byte, and the kernel then takes 4096 for read after its
        // "4".
        try (BufferedReader limit = Files.newBufferedReader(kernelLimit)) {
            return Integer.toString(Math.min(configured, Integer.parseInt(limit.readLine())));
        } catch (IOException | NumberFormatException notLinux) {
            return UNKNOWN;
        }
    }

    /** A count, where frameworks write "no limit" as a negative number. */
    public static String limit(int count) {
        return count < 0 ? "unlimited" : Integer.toString(count);
    }

    /** A time in milliseconds: {@code 20000 ms}; negative is none. */
    public static String timeout(Duration timeout) {
        return timeout.isNegative() ? "none" : timeout.toMillis() + " ms";
    }

    private static String collectors() {
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                .map(MemoryManagerMXBean::getName)
                .collect(Collectors.joining(", "));
    }

    /** The VM's own flag: {@code Runtime.maxMemory} leaves out a survivor space under some collectors. */
    private static long heapMaxBytes() {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return vm == null
                ? Runtime.getRuntime().maxMemory()
                : Long.parseLong(vm.getVMOption("MaxHeapSize").getValue());
    }

    private static String openFilesMax() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? Long.toString(unix.getMaxFileDescriptorCount())
                : UNKNOWN;
    }

    private static String carrierThreads() {
        try {
            ObjectName scheduler = new ObjectName("jdk.management:type=VirtualThreadScheduler");
            return ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(scheduler, "Parallelism")
                    .toString();
        } catch (JMException beforeJava24) {
            // A JDK that does not show its scheduler: the rule by which it sizes it.
            return System.getProperty(
                    "jdk.virtualThreadScheduler.parallelism",
                    Integer.toString(Runtime.getRuntime().availableProcessors()));
        }
    }
}
