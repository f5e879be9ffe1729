package dev.loomgate.load;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What becomes of the generator over many orders, and under one it cannot carry out. */
final class GeneratorStamina {
    private static final int ORDERS = 10;

    private GeneratorStamina() {}

    static void heapOverOrders(GeneratorSetup setup, String baseUrl, Path folder) throws IOException {
        System.out.println("order   heap after GC KiB   classes   threads");
        try (LoadGenerator generator = new LoadGenerator(setup)) {
            PlayedRun.of(order(baseUrl, folder, "/io", 1000, 5)).play(generator, 1);
            try (JMXConnector link = connect()) {
                for (int i = 1; i <= ORDERS; i++) {
                    System.out.printf("%5d   %s%n", i, footprint(link.getMBeanServerConnection()));
                    PlayedRun.of(order(baseUrl, folder, "/io", 1000, 5)).play(generator, 1);
                }
                System.out.printf("%5d   %s%n", ORDERS + 1, footprint(link.getMBeanServerConnection()));
                System.out.println("threads: " + threadNames(link.getMBeanServerConnection()));
            }
        }
    }

    static void overload(GeneratorSetup setup, String baseUrl, Path folder) {
        try (LoadGenerator generator = new LoadGenerator(setup)) {
            show(generator, order(baseUrl, folder, "/empty", 1000, 2));
            show(generator, order(baseUrl, folder, "/empty", 20_000, 2));
            show(generator, order(baseUrl, folder, "/empty", 20_000, 10));
            show(generator, order(baseUrl, folder, "/empty", 1000, 2));
        }
    }

    private static void show(LoadGenerator generator, LoadOrder order) {
        PlayedRun phase = PlayedRun.of(order);
        long start = System.nanoTime();
        phase.play(generator, 1);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%n%d req/s for %d s: back after %.1f s%n%s%n",
                order.usersOf(1) / order.length().toSeconds(),
                order.length().toSeconds(),
                seconds,
                seen(phase.loads().getFirst()));
    }

    private static LoadOrder order(String baseUrl, Path folder, String path, int rate, int seconds) {
        String reports = folder.resolve("gatling").toString();
        String hlogs = folder.resolve("hlog").toString();
        return new LoadOrder(
                path.substring(1),
                Address.of(baseUrl),
                Requests.of(HttpRequest.get(path, "ok")),
                new Arrivals.Open(rate),
                seconds * 1000L,
                0,
                1,
                50,
                1000,
                4096,
                reports,
                hlogs,
                "stamina",
                null);
    }

    @SuppressWarnings("BanJNDI") // the other end is a child of ours
    private static JMXConnector connect() throws IOException {
        String pid = ProcessHandle.current()
                .children()
                .filter(GeneratorStamina::isGenerator)
                .map(child -> String.valueOf(child.pid()))
                .findFirst()
                .orElseThrow();
        try {
            VirtualMachine machine = VirtualMachine.attach(pid);
            return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot look into the generator", e);
        }
    }

    private static boolean isGenerator(ProcessHandle child) {
        return Arrays.asList(child.info().arguments().orElse(new String[0])).contains(GeneratorMain.class.getName());
    }

    private static String footprint(MBeanServerConnection generator) throws IOException {
        MemoryMXBean memory = ManagementFactory.getPlatformMXBean(generator, MemoryMXBean.class);
        // Twice: what a finalizer or cleaner held through the first collection goes with the second.
        memory.gc();
        memory.gc();
        return "%17d %9d %9d"
                .formatted(
                        memory.getHeapMemoryUsage().getUsed() / 1024,
                        ManagementFactory.getPlatformMXBean(generator, java.lang.management.ClassLoadingMXBean.class)
                                .getLoadedClassCount(),
                        ManagementFactory.getPlatformMXBean(generator, ThreadMXBean.class)
                                .getThreadCount());
    }

    private static List<String> threadNames(MBeanServerConnection generator) throws IOException {
        return Arrays.stream(ManagementFactory.getPlatformMXBean(generator, ThreadMXBean.class)
                        .dumpAllThreads(false, false))
                .map(thread -> thread.getThreadName())
                .sorted()
                .toList();
    }

    private static String seen(IterationLoad load) {
        return "planned %d, started %d in %.2f s, good %d, errors %s, held back %d, late p99 %.1f ms, answers took %.2f s, CPU %.2f s"
                .formatted(
                        load.planned(),
                        load.started(),
                        load.startSpan().toNanos() / 1e9,
                        load.good(),
                        load.errors(),
                        load.heldBack(),
                        load.lateness().getValueAtPercentile(99) / 1e6,
                        load.answerSpan().toNanos() / 1e9,
                        load.generatorCpu().toNanos() / 1e9);
    }
}
