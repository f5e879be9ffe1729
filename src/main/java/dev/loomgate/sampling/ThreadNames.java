package dev.loomgate.sampling;

import java.util.List;

/**
 * Whom a thread works for, told by the 15 characters of its name that the kernel keeps. Names as seen in JDK 11 to 25.
 *
 * @param pid thread id of the launcher's first thread, which only waits for {@code main}
 * @param ofJvm false where names say nothing of compilers and collectors: all work for the application
 * @param vmThreadCollects true with the Serial collector, which has no threads of its own and works in the VM thread
 */
record ThreadNames(boolean ofJvm, long pid, boolean vmThreadCollects) {
    /** All threads are the application's. */
    static final ThreadNames OF_NO_JVM = new ThreadNames(false, -1, false);

    ThreadNames(long pid, boolean vmThreadCollects) {
        this(true, pid, vmThreadCollects);
    }

    private static final List<String> JIT = List.of("C1 Compiler", "C2 Compiler", "JVMCI");

    /**
     * ZGC is Z…, its predecessor without generations in JDK 21 X…; RuntimeWorker is ZGC's too. "GC Daemon" is RMI's. CMS
     * is in JDK 11, "G1 Young RemSet Sampling" in 11 to 17.
     */
    private static final List<String> GC = List.of(
            "GC Thread#",
            "G1 Conc#",
            "G1 Main",
            "G1 Refine",
            "G1 Service",
            "G1 Young RemSet",
            "CMS ",
            "ZWorker",
            "ZDriver",
            "ZDirector",
            "ZStat",
            "ZUncommitter",
            "ZUnmapper",
            "XWorker",
            "XDriver",
            "XDirector",
            "XStat",
            "XUncommitter",
            "XUnmapper",
            "RuntimeWorker#",
            "Shenandoah",
            "StringDedup");

    private static final List<String> SAMPLER =
            List.of("RMI TCP ", "RMI Scheduler(", "RMI Reaper", "RMI RenewClean", "JMX server conn", "GC Daemon");

    private static final List<String> HOUSEKEEPING = List.of(
            "VM Thread",
            "VM Periodic Tas",
            "Signal Dispatch",
            "Common-Cleaner",
            "Monitor Deflati",
            "Notification Th",
            "Service Thread",
            "Sweeper thread",
            "Reference Handl",
            "Finalizer",
            "Attach Listener",
            "DestroyJavaVM",
            "AsyncLog",
            "JFR ",
            "Async-profiler");

    CpuGroup groupOf(long tid, String name) {
        if (!ofJvm) {
            return CpuGroup.APPLICATION;
        }
        if (startsWithAny(name, JIT)) {
            return CpuGroup.JIT;
        }
        if (startsWithAny(name, GC) || (vmThreadCollects && name.equals("VM Thread"))) {
            return CpuGroup.GC;
        }
        if (isSampler(name) || startsWithAny(name, HOUSEKEEPING) || (tid == pid && name.equals("java"))) {
            return CpuGroup.OTHER;
        }
        return CpuGroup.APPLICATION;
    }

    /** True for threads that exist in the server only because it is asked over JMX. */
    static boolean isSampler(String name) {
        return startsWithAny(name, SAMPLER);
    }

    /** All threads of RMI are daemons but the one that waits for objects to be unexported. */
    static boolean isSamplerDaemon(String name) {
        return isSampler(name) && !name.startsWith("RMI Reaper");
    }

    private static boolean startsWithAny(String name, List<String> prefixes) {
        return prefixes.stream().anyMatch(name::startsWith);
    }
}
