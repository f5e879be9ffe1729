package dev.loomgate.server;

import dev.loomgate.server.ControlGroups.ServerGroup;
import dev.loomgate.server.Placement.Taskset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, with what that has started. Holds the process's standard input open: when this JVM
 * dies, it ends, and the server with it.
 */
final class ServerProcess implements ServerHandle {
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** A process that is forked while the tree is moved is moved in the next pass. */
    private static final int PASSES = 10;

    /** Variable that a server hands on to what it starts. */
    private static final String OWNER = "LOOMGATE_SERVER";

    private final Process process;
    private final ProcessTree tree;
    private final OwnedFolder files;
    private final Optional<ServerGroup> group;
    private final Placement placement;
    private final long startedNanos;
    private final boolean jvm;
    private volatile boolean asked;
    private volatile boolean outOfMemory;
    private String background = "";

    private ServerProcess(
            Process process,
            OwnedFolder files,
            Optional<ServerGroup> group,
            Placement placement,
            long startedNanos,
            boolean jvm) {
        this.process = process;
        this.tree = new ProcessTree(Path.of("/proc"), process.pid(), OWNER + "=" + mark(files));
        this.files = files;
        this.group = group;
        this.placement = placement;
        this.startedNanos = startedNanos;
        this.jvm = jvm;
    }

    /**
     * Starts it.
     *
     * @param files go with it; whatever it starts is found by their folder and ended with it
     * @param group what limits it; the server is in it from its first moment, and it is removed with the server
     * @param folder that it works in
     */
    static ServerProcess start(
            List<String> command,
            Map<String, String> variables,
            OwnedFolder files,
            Optional<ServerGroup> group,
            Placement placement,
            Path folder,
            Path log)
            throws IOException {
        // Linux shares a CPU among sessions first: a server with a hundred threads gets no more of it than one with
        // one.
        List<String> whole =
                OwnSession.of(group.map(limits -> limits.around(command)).orElse(command));
        ProcessBuilder builder = ChildEnvironment.of(new ProcessBuilder(whole))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(variables);
        builder.environment().put(OWNER, mark(files));
        long started = System.nanoTime();
        boolean jvm = command.contains(ExitReason.OPTION);
        ServerProcess server = new ServerProcess(builder.start(), files, group, placement, started, jvm);
        try {
            OpenServers.ofThisJvm().add(server);
        } catch (ServerStartException e) {
            server.close();
            throw e;
        }
        return server;
    }

    private static String mark(OwnedFolder files) {
        return files.path() + "/";
    }

    @Override
    public long startedNanos() {
        return startedNanos;
    }

    @Override
    public Optional<ExitReason> unexpectedExit() {
        if (asked || process.isAlive()) {
            return Optional.empty();
        }
        ExitReason reason = jvm ? ExitReason.ofJvm(process.exitValue()) : ExitReason.of(process.exitValue());
        return Optional.of(reason.with(memory()).with(process.exitValue() == 0 ? background() : ""));
    }

    /** Asked before what it has left behind is ended, and told afterwards, too. */
    private synchronized String background() {
        if (background.isEmpty()) {
            int left = tree.members().size();
            String behind =
                    left == 0 ? "" : ", and it has left " + (left == 1 ? "a process" : left + " processes") + " behind";
            background = behind + "; a service has to stay in the foreground: start it with its switch for that, or"
                    + " end the script in exec";
        }
        return background;
    }

    /** Asked before the group is gone, and told afterwards, too. */
    private String memory() {
        outOfMemory |= group.map(ServerGroup::outOfMemory).orElse(false);
        return outOfMemory ? ", out of memory: the limit of its control group was reached" : "";
    }

    @Override
    public OptionalLong pid() {
        return Files.isDirectory(tasks()) ? OptionalLong.of(process.pid()) : OptionalLong.empty();
    }

    @Override
    public Set<Long> processes() {
        return tree.members();
    }

    @Override
    public boolean limitsMemory() {
        return group.isPresent();
    }

    @Override
    public String pin() {
        group.ifPresent(ServerProcess::hold);
        if (!placement.pins()) {
            return "";
        }
        if (move(placement.serverCpus())) {
            return placement.serverCpus();
        }
        throw new ServerStartException("the server's threads could not be moved to CPU " + placement.serverCpus()
                + " by taskset: give this run the right to do so, or one CPU only");
    }

    /** Where a part of that fails it warms up with less, and is measured with the same. */
    @Override
    public void unpin() {
        group.ifPresent(ServerProcess::lift);
        if (placement.pins()) {
            var unused = move(placement.bootCpus());
        }
    }

    /** What a process starts from then on is where it is itself. */
    private boolean move(String cpus) {
        for (int pass = 0; pass < PASSES; pass++) {
            List<Taskset> left = tree.members().stream()
                    .map(pid -> new Taskset(pid, cpus))
                    .filter(taskset -> !taskset.done())
                    .toList();
            if (left.isEmpty()) {
                return true;
            }
            if (!left.stream().allMatch(Taskset::move)) {
                return false;
            }
        }
        return false;
    }

    private static void hold(ServerGroup group) {
        try {
            group.cpu().hold();
        } catch (IOException e) {
            throw new ServerStartException(
                    "the server's control group could not be held to its share of the CPU: " + e, e);
        }
    }

    private static void lift(ServerGroup group) {
        try {
            group.cpu().lift();
        } catch (IOException e) {
            // It keeps its share.
        }
    }

    @Override
    public void close() {
        asked |= process.isAlive();
        var unused = unexpectedExit();
        stop(process.toHandle());
        outOfMemory |= group.map(ServerGroup::outOfMemory).orElse(false);
        group.ifPresent(ServerGroup::close);
        files.close();
        OpenServers.ofThisJvm().remove(this);
    }

    private void stop(ProcessHandle handle) {
        List<ProcessHandle> children = started();
        try {
            // On the handle, not the process: that one would close standard input and so halt the server before its own
            // shutdown.
            handle.destroy();
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                handle.destroyForcibly();
                // A process that the kernel does not let go, in a system call on a dead disk, must not hold this run.
                process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            }
            process.getOutputStream().close();
            // What a service has started and left behind; while it ended, it may have started more.
            children.forEach(ProcessHandle::destroyForcibly);
            started().forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            handle.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The lifeline of a process that is gone.
        }
    }

    private List<ProcessHandle> started() {
        return tree.members().stream()
                .filter(pid -> pid != process.pid())
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }

    private Path tasks() {
        return Path.of("/proc", String.valueOf(process.pid()), "task");
    }
}
