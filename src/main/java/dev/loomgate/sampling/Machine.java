package dev.loomgate.sampling;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** The machine around the server, as {@code /proc} shows it. */
final class Machine {
    private final Path proc;
    private final OptionalLong server;
    private final Supplier<OptionalLong> generator;
    private final Supplier<Set<Long>> backing;
    private final Placement placement;
    private final List<Integer> cpus;

    /**
     * @param server process id; empty when it is not visible here, and then neither is what else runs on its CPUs
     * @param generator process id of the generator once it runs
     * @param backing process ids of the services behind the server; their descendants belong to them
     */
    Machine(
            Path proc,
            OptionalLong server,
            Supplier<OptionalLong> generator,
            Supplier<Set<Long>> backing,
            Placement placement) {
        this.proc = proc;
        this.server = server;
        this.generator = generator;
        this.backing = backing;
        this.placement = placement;
        this.cpus = placement.cpus();
    }

    MachineDelta delta() {
        return new MachineDelta(cpus, placement.serverCpuCount(), placement.generatorCpuCount());
    }

    /**
     * One end of a window.
     *
     * @param own CPU time of server, generator and harness, by process id
     * @param backing the services behind the server
     */
    record Edge(Clocks clocks, Attempt<CpuTicks> cpus, Attempt<Map<Long, Long>> own, Attempt<ProcessFamily> backing) {}

    /** A few small files, so that this can stand right next to the load. */
    Edge edge() {
        Clocks clocks = Clocks.now();
        return new Edge(clocks, Attempt.of(this::ticks), Attempt.of(this::own), Attempt.of(this::family));
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
        for (OptionalLong pid : List.of(server, generator.get(), OptionalLong.of(harness))) {
            if (pid.isPresent()) {
                own.put(
                        pid.getAsLong(),
                        new ProcFs(proc, pid.getAsLong()).stat().cpuNanos());
            }
        }
        return own;
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
