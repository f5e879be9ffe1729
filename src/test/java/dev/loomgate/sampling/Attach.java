package dev.loomgate.sampling;

import dev.loomgate.server.Placement;
import dev.loomgate.server.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;

/** Samplers for servers without a generator, on all CPUs. */
final class Attach {
    private static final Placement ANYWHERE = new Placement("", "", 1, 1, "not pinned: a test");

    private Attach() {}

    static Sampler to(RunningServer server) {
        return Sampler.attach(server, Set.of(), ANYWHERE, OptionalLong::empty, Set::of);
    }

    static Sampler to(RunningServer server, Duration bound, Duration patience) {
        Path proc = Path.of("/proc");
        Machine machine =
                new Machine(proc, server.pid(), server::processes, OptionalLong::empty, Set::of, ANYWHERE, "none");
        return Sampler.attach(server, machine, proc, bound, patience);
    }
}
