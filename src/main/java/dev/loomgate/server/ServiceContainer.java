package dev.loomgate.server;

import com.github.dockerjava.api.exception.DockerException;
import dev.loomgate.plan.NeededService;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.utility.MountableFile;

/**
 * A service behind the servers in a container of its own, which is gone after {@link #close} and soon after this JVM
 * has died.
 */
public final class ServiceContainer implements AutoCloseable {
    /**
     * Becomes the image's own entry point and leaves a guard behind. When standard input ends, the guard interrupts
     * process 1 until that is gone: a shell that still prepares the service does not hear it, for it is process 1.
     */
    private static final String GUARDED = """
            exec 3<&0 </dev/null
            { cat <&3 >/dev/null; while kill -INT 1; do sleep 0.2; done; } &
            exec "$@" 3<&-
            """;

    private final LeashedContainer<?> box;
    private final ContainerHandle handle;
    private final OptionalLong pid;

    private ServiceContainer(LeashedContainer<?> box, ContainerHandle handle) {
        this.box = box;
        this.handle = handle;
        this.pid = handle.pid();
    }

    private static final class Box extends LeashedContainer<Box> {
        Box(String image, Path log) {
            super(image, log);
        }
    }

    /** @param cpus empty when nothing is pinned */
    static ServiceContainer start(ContainerEngine engine, ServiceOrder order, String cpus, Path log) {
        Box box = new Box(order.image(), log)
                .withEnv(order.environment())
                .withNetworkMode("host")
                .on(cpus);
        order.endsWith().ifPresentOrElse(other -> endWith(box, other, order), () -> guard(box, engine, order));
        return started(box, order.image());
    }

    private static ServiceContainer started(LeashedContainer<?> box, String image) {
        ContainerHandle handle = new ContainerHandle(box, "", "", OptionalLong.empty(), OptionalLong::of, false);
        try {
            handle.start();
        } catch (ContainerLaunchException | DockerException e) {
            String end = handle.endOr(ContainerEngine.rootLine(e));
            handle.close();
            throw new ServerStartException("A container of image " + image + " could not be started: " + end, e);
        }
        return new ServiceContainer(box, handle);
    }

    /**
     * A service of a user's, in a network of its own: two of them may listen on the same port.
     *
     * @param cpus empty when nothing is pinned
     */
    static Needed start(ContainerEngine engine, NeededService.Container need, String cpus, Path log) {
        ForeignContainer box = new ForeignContainer(engine.address(), need.image(), log)
                .saying(need.command())
                .withEnv(need.environment())
                .on(cpus);
        need.files().forEach((inside, file) -> box.withCopyFileToContainer(MountableFile.forHostPath(file), inside));
        int published = engine.hostNetwork() ? need.port() : FreePort.next();
        if (!engine.hostNetwork()) {
            box.published(engine.address(), Map.of(need.port(), published));
        }
        ServiceContainer container = started(box, need.image());
        try {
            String own = box.ownAddress();
            return new Needed(
                    container,
                    new InetSocketAddress(engine.hostNetwork() ? own : engine.host(), published),
                    new InetSocketAddress(own, need.port()));
        } catch (ServerStartException e) {
            String end = container.handle.endOr(String.valueOf(e.getMessage()));
            container.close();
            throw new ServerStartException("A container of image " + need.image() + " could not be started: " + end, e);
        }
    }

    /**
     * A service of a user's that was started.
     *
     * @param fromHere its address for this machine
     * @param fromContainers its address for containers
     */
    public record Needed(ServiceContainer container, InetSocketAddress fromHere, InetSocketAddress fromContainers) {}

    /** When process 1 of a namespace ends, the kernel ends all others in it. */
    private static void endWith(Box box, ServiceContainer other, ServiceOrder order) {
        box.withCreateContainerCmdModifier(create -> create.withCmd(order.arguments()));
        box.withHostConfig(host -> host.withPidMode("container:" + other.box.getContainerId()));
    }

    private static void guard(Box box, ContainerEngine engine, ServiceOrder order) {
        List<String> command = new ArrayList<>(engine.entrypoint(order.image()));
        command.addAll(order.arguments());
        box.withCreateContainerCmdModifier(create -> create.withEntrypoint("sh", "-c", GUARDED, "sh")
                .withCmd(command)
                .withStopSignal("SIGINT"));
    }

    /**
     * The process that all others of the service descend from, as this machine numbers it; empty when it can't be seen
     * here.
     */
    public OptionalLong pid() {
        return pid;
    }

    /** How it ended, in words, when it ended unexpectedly. */
    public Optional<ExitReason> unexpectedExit() {
        return handle.unexpectedExit();
    }

    /** Ends it and waits until it is gone; may be called again. */
    @Override
    public void close() {
        handle.close();
    }

    /**
     * A service that is wanted in a container.
     *
     * @param image is at the engine; none is pulled
     * @param arguments follow the image's entry point
     * @param environment not part of any message: the place for a password
     * @param endsWith a container whose end takes this one along; without one, the image needs a shell
     */
    public record ServiceOrder(
            String image,
            List<String> arguments,
            Map<String, String> environment,
            Optional<ServiceContainer> endsWith) {
        public ServiceOrder {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }

        /** Without the values of the environment. */
        @Override
        public String toString() {
            return "ServiceOrder[" + image + " " + arguments + ", environment=" + environment.keySet() + "]";
        }
    }
}
