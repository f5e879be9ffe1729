package dev.loomgate.server;

import com.github.dockerjava.api.exception.DockerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.testcontainers.containers.ContainerLaunchException;

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

    private final Box box;
    private final ContainerVessel vessel;
    private final OptionalLong pid;

    private ServiceContainer(Box box, ContainerVessel vessel) {
        this.box = box;
        this.vessel = vessel;
        this.pid = vessel.pid();
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
                .withHostConfig(host -> {
                    if (!cpus.isEmpty()) {
                        host.withCpusetCpus(cpus);
                    }
                });
        order.endsWith().ifPresentOrElse(other -> endWith(box, other, order), () -> guard(box, engine, order));
        ContainerVessel vessel = new ContainerVessel(box, "", "", OptionalLong.empty());
        try {
            vessel.start();
        } catch (ContainerLaunchException | DockerException e) {
            vessel.close();
            throw new ServerStartException(
                    "A container of image " + order.image() + " could not be started: " + ContainerEngine.rootLine(e),
                    e);
        }
        return new ServiceContainer(box, vessel);
    }

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

    /** How it ended, in words, when it has and nobody asked for it. */
    public Optional<ExitReason> unexpectedExit() {
        return vessel.unexpectedExit();
    }

    /** Ends it and waits until it is gone; may be called again. */
    @Override
    public void close() {
        vessel.close();
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
