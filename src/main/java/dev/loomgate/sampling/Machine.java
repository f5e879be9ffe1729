package dev.loomgate.sampling;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The machine around the server, as {@code /proc} shows it. */
final class Machine {
    /** Not zero: that is no quota a kernel grants. */
    private static final Pattern QUOTA = Pattern.compile("(?!0+(\\.0*)?$)[0-9]{1,6}(\\.[0-9]{1,6})?");

    private final Path proc;
    private final OptionalLong server;
    private final Supplier<Set<Long>> servers;
    private final Supplier<OptionalLong> generator;
    private final Supplier<Set<Long>> backing;
    private final Placement placement;
    private final List<Integer> cpus;

    /** How many the server may keep busy: those it is pinned to, or its control group's quota when that is less. */
    private final double serverCpus;

    /**
     * @param server process id; empty when it is not visible here, and then neither is what else runs on its CPUs
     * @param servers process ids of it and of the servers that are up together with it, with all that they have started
     * @param generator process id of the generator once it runs
     * @param backing process ids of the services behind the server; their descendants belong to them
     * @param cpuLimit {@code cpu-limit} as the server reports it: {@code 0.5} or {@code none}
     */
    Machine(
            Path proc,
            OptionalLong server,
            Supplier<Set<Long>> servers,
            Supplier<OptionalLong> generator,
            Supplier<Set<Long>> backing,
            Placement placement,
            String cpuLimit) {
        this.proc = proc;
        this.server = server;
        this.servers = servers;
        this.generator = generator;
        this.backing = backing;
        this.placement = placement;
        this.cpus = placement.cpus();
        this.serverCpus = QUOTA.matcher(cpuLimit).matches()
                ? Math.min(placement.serverCpuCount(), Double.parseDouble(cpuLimit))
                : placement.serverCpuCount();
    }

    MachineDelta delta() {
        return new MachineDelta(cpus, serverCpus, placement.generatorCpuCount());
    }

    /**
     * One end of a window.
     *
     * @param own CPU time of generator and harness, by process id
     * @param servers the server, those that are up together with it, and what they have started
     * @param backing the services behind the server
     */
    record Edge(
            Clocks clocks,
            Attempt<CpuTicks> cpus,
            Attempt<Map<Long, Long>> own,
            Attempt<ProcessFamily> servers,
            Attempt<ProcessFamily> backing) {}

    /** A few small files, so that this can stand right next to the load. */
    Edge edge() {
        Clocks clocks = Clocks.now();
        return new Edge(
                clocks,
                Attempt.of(this::ticks),
                Attempt.of(this::own),
                Attempt.of(this::servers),
                Attempt.of(this::family));
    }

    /** See {@link StealWait}. */
    StealWait stealWait() {
        return new StealWait(() -> Attempt.of(this::ticks), cpus.size());
    }

    Attempt<ProcessTable> processes() {
        return Attempt.of(() -> ProcessTable.read(proc));
    }

    private CpuTicks ticks() throws IOException {
        requireVisible();
        return CpuTicks.of(Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1), cpus);
    }

    private Map<Long, Long> own() throws IOException {
        requireVisible();
        Map<Long, Long> own = new HashMap<>();
        long harness = ProcessHandle.current().pid();
        Set<Long> pids = new HashSet<>(Set.of(harness));
        generator.get().ifPresent(pids::add);
        for (long pid : pids) {
            own.put(pid, new ProcFs(proc, pid).stat().cpuNanos());
        }
        return own;
    }

    private ProcessFamily servers() throws IOException {
        requireVisible();
        return ProcessFamily.of(proc, Set.of(server.orElseThrow()), servers.get());
    }

    private ProcessFamily family() throws IOException {
        return ProcessFamily.read(proc, backing.get());
    }

    private void requireVisible() throws IOException {
        if (server.isEmpty()) {
            throw new IOException(Window.INVISIBLE);
        }
        if (cpus.isEmpty()) {
            throw new IOException("this system does not tell which CPUs a process may use");
        }
    }
}
