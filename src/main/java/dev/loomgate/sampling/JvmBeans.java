package dev.loomgate.sampling;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The platform beans of one server: one question per bean, and none that is not needed.
 *
 * @param countsEndedThreads whether the counter of allocated bytes holds those of threads that have ended, as it does
 *     in Java 21 and newer builds of 17
 */
record JvmBeans(JmxLink link, List<ObjectName> heapPools, List<ObjectName> collectors, boolean countsEndedThreads) {
    private static final ObjectName THREADING = name(ManagementFactory.THREAD_MXBEAN_NAME);
    private static final ObjectName MEMORY = name(ManagementFactory.MEMORY_MXBEAN_NAME);
    private static final ObjectName COMPILATION = name(ManagementFactory.COMPILATION_MXBEAN_NAME);
    private static final ObjectName SYSTEM = name(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);

    /** Since Java 21, and in newer builds of 17: 17.0.15 has it, 17.0.9 does not. */
    private static final String ALLOCATED = "TotalThreadAllocatedBytes";

    private static final String THREADS = "AllThreadIds";

    /** Serial's two collectors, which work in the VM thread. */
    private static final Set<String> SERIAL = Set.of("Copy", "MarkSweepCompact");

    JvmBeans {
        heapPools = List.copyOf(heapPools);
        collectors = List.copyOf(collectors);
    }

    static JvmBeans find(JmxLink link) {
        if (link.absent().isPresent()) {
            return new JvmBeans(link, List.of(), List.of(), true);
        }
        return link.ask(server -> new JvmBeans(
                link,
                server.queryNames(name(ManagementFactory.MEMORY_POOL_MXBEAN_DOMAIN_TYPE + ",*"), null).stream()
                        .filter(pool -> isHeap(server, pool))
                        .toList(),
                List.copyOf(
                        server.queryNames(name(ManagementFactory.GARBAGE_COLLECTOR_MXBEAN_DOMAIN_TYPE + ",*"), null)),
                Stream.of(server.getMBeanInfo(THREADING).getAttributes())
                        .anyMatch(attribute -> attribute.getName().equals(ALLOCATED))));
    }

    boolean collectsInVmThread() {
        return !collectors.isEmpty() && collectors.stream().allMatch(bean -> SERIAL.contains(nameOf(bean)));
    }

    /** ZGC and Shenandoah count their cycles and the pauses in them with separate beans. */
    boolean separatesCyclesFromPauses() {
        return collectors.stream().anyMatch(JvmBeans::isPauses);
    }

    record Threads(long live, long daemon, long peak, long started) {}

    /**
     * What one question to the threading bean tells: a question costs the server far more than another attribute of the
     * same bean.
     */
    record Threading(Threads threads, OptionalLong allocated) {
        /**
         * All threads since the start of the JVM, carriers of virtual threads included, and ended ones where {@link
         * JvmBeans#countsEndedThreads()} says so.
         */
        long allocatedBytes() {
            return allocated.orElseThrow(() -> new JmxFailure("this JVM does not count allocated bytes"));
        }
    }

    /** Allocation is asked for first: as close to the load's end as can be. */
    Threading threading() {
        Map<String, Object> got = offered(
                THREADING,
                countsEndedThreads ? ALLOCATED : THREADS,
                "ThreadCount",
                "DaemonThreadCount",
                "PeakThreadCount",
                "TotalStartedThreadCount");
        Threads threads = new Threads(
                number(got, "ThreadCount"),
                number(got, "DaemonThreadCount"),
                number(got, "PeakThreadCount"),
                number(got, "TotalStartedThreadCount"));
        if (got.get(THREADS) instanceof long[] ids) {
            return new Threading(threads, allocatedBy(ids));
        }
        // An unsupported counter is left out of the answer, one that is switched off is -1.
        return new Threading(
                threads,
                got.get(ALLOCATED) instanceof Long bytes && bytes >= 0 ? OptionalLong.of(bytes) : OptionalLong.empty());
    }

    /** Of older JVMs. A thread that has just ended is -1, and so are all where the counter is switched off. */
    private OptionalLong allocatedBy(long[] threads) {
        Object answer = link.ask(server ->
                server.invoke(THREADING, "getThreadAllocatedBytes", new Object[] {threads}, new String[] {"[J"}));
        long[] counted = answer instanceof long[] bytes
                ? LongStream.of(bytes).filter(value -> value >= 0).toArray()
                : new long[0];
        return counted.length == 0
                ? OptionalLong.empty()
                : OptionalLong.of(LongStream.of(counted).sum());
    }

    /** Since the start of the JVM: only differences mean something. */
    record Collections(long count, long millis) {}

    /**
     * Of a collector that has both, collections are its cycles and time is that of its pauses: the time in which
     * nothing else ran.
     */
    Collections collections() {
        link.absent().ifPresent(reason -> {
            throw new JmxFailure(reason);
        });
        long count = 0;
        long millis = 0;
        for (ObjectName bean : collectors) {
            Map<String, Object> got = attributes(bean, "CollectionCount", "CollectionTime");
            count += isPauses(bean) ? 0 : number(got, "CollectionCount");
            millis += nameOf(bean).endsWith(" Cycles") ? 0 : number(got, "CollectionTime");
        }
        return new Collections(count, millis);
    }

    void resetPeaks() {
        for (ObjectName pool : heapPools) {
            invoke(pool, "resetPeakUsage");
        }
        invoke(THREADING, "resetPeakThreadCount");
    }

    /** Sum of the pools' peaks: an upper bound, because pools peak at different moments. */
    long heapPeakBytes() {
        long sum = 0;
        for (ObjectName pool : heapPools) {
            sum += used(attributes(pool, "PeakUsage"), "PeakUsage");
        }
        return sum;
    }

    long processCpuNanos() {
        long nanos = number(attributes(SYSTEM, "ProcessCpuTime"), "ProcessCpuTime");
        if (nanos < 0) {
            throw new JmxFailure("this JVM does not count its CPU time");
        }
        return nanos;
    }

    long compilationMillis() {
        return number(attributes(COMPILATION, "TotalCompilationTime"), "TotalCompilationTime");
    }

    long heapUsedBytes() {
        return used(attributes(MEMORY, "HeapMemoryUsage"), "HeapMemoryUsage");
    }

    void collectGarbage(Duration within) {
        link.ask(server -> done(server, MEMORY, "gc"), within);
    }

    private void invoke(ObjectName bean, String operation) {
        link.ask(server -> done(server, bean, operation));
    }

    private static boolean done(MBeanServerConnection server, ObjectName bean, String operation)
            throws IOException, JMException {
        // No arguments rather than empty ones: those would be a stream of objects for the server to read.
        server.invoke(bean, operation, null, null);
        return true;
    }

    /** JMX leaves out attributes that it could not read; here that is a failure. */
    private Map<String, Object> attributes(ObjectName bean, String... names) {
        Map<String, Object> got = offered(bean, names);
        for (String name : names) {
            if (!got.containsKey(name)) {
                throw new JmxFailure("this JVM does not tell " + name + " of " + bean);
            }
        }
        return got;
    }

    private Map<String, Object> offered(ObjectName bean, String... names) {
        Map<String, Object> got = new HashMap<>();
        for (Attribute attribute :
                link.ask(server -> server.getAttributes(bean, names)).asList()) {
            got.put(attribute.getName(), attribute.getValue());
        }
        return got;
    }

    private static long number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : unexpected(name);
    }

    private static long used(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof CompositeData usage && usage.get("used") instanceof Long used
                ? used
                : unexpected(name);
    }

    private static long unexpected(String name) {
        throw new JmxFailure("this JVM's " + name + " is not a number");
    }

    private static boolean isPauses(ObjectName collector) {
        return nameOf(collector).endsWith(" Pauses");
    }

    private static String nameOf(ObjectName bean) {
        return bean.getKeyProperty("name");
    }

    private static boolean isHeap(MBeanServerConnection server, ObjectName pool) {
        try {
            return "HEAP".equals(server.getAttribute(pool, "Type"));
        } catch (IOException | JMException failure) {
            throw new JmxFailure("the kind of " + pool + " could not be read: " + failure.getMessage(), failure);
        }
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException impossible) {
            throw new IllegalArgumentException(text, impossible);
        }
    }
}
