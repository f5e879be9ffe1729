package dev.loomgate.server;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.UpdateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import dev.loomgate.server.ControlGroups.CpuQuota;
import dev.loomgate.server.LeashedContainer.ContainerEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A server, or a service behind it, in a container. Holds the container's standard input open: when this JVM dies, it
 * ends, and the server with it.
 */
final class ContainerHandle implements ServerHandle {
    private static final long NO_QUOTA = -1;
    private static final int GRACE_SECONDS = 5;
    private static final int REMOVAL_SECONDS = 10;
    private static final Duration UNTIL_TOLD = Duration.ofSeconds(2);

    private final LeashedContainer<?> container;
    private final String cpus;
    private final String bootCpus;
    private final OptionalLong quota;
    private final LongFunction<OptionalLong> service;
    private final boolean jvm;
    private final Object starting = new Object();
    private boolean closed;
    private volatile boolean asked;
    private volatile Optional<ProcessTree> tree = Optional.empty();

    /**
     * @param cpus where it is measured; empty when nothing is pinned
     * @param bootCpus where it boots and warms up; empty likewise
     * @param quota CPU time in microseconds that it may use per {@link CpuQuota#PERIOD_MICROS}; empty when nothing
     *     holds it
     * @param service its process, given the first one of the container
     * @param jvm whether that is a JVM that was started with {@link ExitReason#OPTION}
     */
    ContainerHandle(
            LeashedContainer<?> container,
            String cpus,
            String bootCpus,
            OptionalLong quota,
            LongFunction<OptionalLong> service,
            boolean jvm) {
        this.container = container;
        this.cpus = cpus;
        this.bootCpus = bootCpus;
        this.quota = quota;
        this.service = service;
        this.jvm = jvm;
    }

    /** @throws ServerStartException when it has been closed already, or this JVM is about to end */
    void start() {
        OpenServers.ofThisJvm().add(this);
        synchronized (starting) {
            if (closed) {
                throw new ServerStartException("it was closed before it was started");
            }
            container.start();
        }
    }

    @Override
    public long startedNanos() {
        return container.startedNanos();
    }

    @Override
    public Optional<ExitReason> unexpectedExit() {
        return asked ? Optional.empty() : end();
    }

    /** In words, when it has ended, which the engine tells a moment later; else what is given. */
    String endOr(String otherwise) {
        try {
            Awaitility.await().dontCatchUncaughtExceptions().atMost(UNTIL_TOLD).until(() -> end().isPresent());
        } catch (ConditionTimeoutException e) {
            // It has not ended.
        }
        return end().map(reason -> "it ended: " + reason).orElse(otherwise);
    }

    @Override
    public OptionalLong pid() {
        OptionalLong first = firstPid();
        return first.isPresent() ? service.apply(first.getAsLong()) : first;
    }

    /** Of the container; empty when its {@code /proc} entry can't be seen here. */
    OptionalLong firstPid() {
        try {
            Long pid = state().getPidLong();
            return pid != null && belongsToContainer(pid) ? OptionalLong.of(pid) : OptionalLong.empty();
        } catch (DockerException e) {
            return OptionalLong.empty();
        }
    }

    /** Process 1 of a container is the parent of all in it that have lost theirs. */
    @Override
    public Set<Long> processes() {
        Optional<ProcessTree> known = tree;
        if (known.isEmpty()) {
            OptionalLong pid = pid();
            known = pid.isPresent()
                    ? Optional.of(new ProcessTree(Path.of("/proc"), pid.getAsLong(), ""))
                    : Optional.empty();
            tree = known;
        }
        return known.map(ProcessTree::members).orElse(Set.of());
    }

    @Override
    public boolean limitsMemory() {
        return true;
    }

    @Override
    public String pin() {
        try {
            update(cpus, quota);
        } catch (DockerException e) {
            if (unexpectedExit().isEmpty()) {
                throw new ServerStartException(
                        "the container could not be moved to CPU " + cpus + " or held to its share: " + e, e);
            }
        }
        if (cpus.isEmpty()) {
            return "";
        }
        List<Integer> wanted = Cpus.parse(cpus);
        firstPid()
                .ifPresent(pid -> failUnlessOn(wanted, Cpus.allowed(Path.of("/proc", String.valueOf(pid), "status"))));
        return Cpus.format(wanted);
    }

    @Override
    public void unpin() {
        try {
            update(bootCpus, quota.isPresent() ? OptionalLong.of(NO_QUOTA) : quota);
        } catch (DockerException e) {
            // It warms up with less, and is measured with the same.
        }
    }

    private void update(String some, OptionalLong micros) {
        if (some.isEmpty() && micros.isEmpty()) {
            return;
        }
        UpdateContainerCmd update = container.client().updateContainerCmd(container.getContainerId());
        if (!some.isEmpty()) {
            update.withCpusetCpus(some);
        }
        micros.ifPresent(
                time -> update.withCpuPeriod((long) CpuQuota.PERIOD_MICROS).withCpuQuota(time));
        update.exec();
    }

    @Override
    public void close() {
        // What is being started has no name yet by which it could be removed.
        synchronized (starting) {
            if (closed) {
                return;
            }
            closed = true;
        }
        asked = end().isEmpty();
        try {
            stop();
            container.containerLog().awaitCompletion(GRACE_SECONDS, TimeUnit.SECONDS);
            if (container.events().isPresent()) {
                container.events().get().awaitDestroyed(REMOVAL_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            container.lifeline().close();
            container.events().ifPresent(ContainerEvents::close);
            container.containerLog().close();
            container.stop();
            OpenServers.ofThisJvm().remove(this);
        }
    }

    private static void failUnlessOn(List<Integer> wanted, List<Integer> allowed) {
        if (!allowed.isEmpty() && !allowed.equals(wanted)) {
            throw new ServerStartException("the container was moved to CPU " + Cpus.format(wanted)
                    + ", but its server may still use CPU " + Cpus.format(allowed));
        }
    }

    private void stop() {
        try {
            container
                    .client()
                    .stopContainerCmd(container.getContainerId())
                    .withTimeout(GRACE_SECONDS)
                    .exec();
        } catch (DockerException | IllegalStateException e) {
            // Ended already, or never created: what is left of it is removed below.
        }
    }

    private Optional<ExitReason> end() {
        return container.events().flatMap(events -> events.end(jvm));
    }

    private InspectContainerResponse.ContainerState state() {
        return container
                .client()
                .inspectContainerCmd(container.getContainerId())
                .exec()
                .getState();
    }

    /** The engine may be on another machine, where the same number is somebody else. */
    private boolean belongsToContainer(long pid) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), "cgroup"))
                    .contains(container.getContainerId());
        } catch (IOException e) {
            return false;
        }
    }
}
