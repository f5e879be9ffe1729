package dev.loomgate.server;

import com.github.dockerjava.api.exception.DockerException;
import dev.loomgate.plan.NeededService;
import dev.loomgate.server.ServiceContainer.ServiceOrder;
import java.nio.file.Path;
import java.util.Optional;

/** The engine that runs the servers of a run, for what stands behind them. */
public final class ServiceEngine {
    private final ContainerEngine engine;

    private ServiceEngine(ContainerEngine engine) {
        this.engine = engine;
    }

    /** Empty when the servers are processes of this machine. */
    public static Optional<ServiceEngine> of(ServerLauncher launcher) {
        return switch (launcher) {
            case ForkedJvmLauncher unused -> Optional.empty();
            case ContainerLauncher containers -> Optional.of(new ServiceEngine(containers.engine()));
        };
    }

    /** For services of a user's own, wherever the servers run; empty when no cell needs one in a container. */
    public static Optional<ServiceEngine> forNeeds(ServerLauncher launcher) {
        return switch (launcher) {
            case ForkedJvmLauncher processes -> processes.engine().map(ServiceEngine::new);
            case ContainerLauncher containers -> Optional.of(new ServiceEngine(containers.engine()));
        };
    }

    /** Whether containers can listen on this machine's loopback address. */
    public boolean sharesNetwork() {
        return engine.hostNetwork();
    }

    /** The id of an image that the engine has; nothing is pulled. */
    public Optional<String> imageId(String image) {
        try {
            return engine.imageId(image);
        } catch (DockerException e) {
            throw new ServerStartException(
                    "The engine can't tell whether it has image " + image + ": " + ContainerEngine.rootLine(e), e);
        }
    }

    /**
     * Starts a service on the generator's CPUs and in this machine's network.
     *
     * @param log receives what it prints
     * @throws ServerStartException when the engine refuses; nothing is left running then
     */
    public ServiceContainer start(ServiceOrder order, Placement placement, Path log) {
        return ServiceContainer.start(engine, order, placement.generatorCpus(), log);
    }

    /**
     * Starts a service that a service of a user's needs, on the generator's CPUs and in a network of its own.
     *
     * @param log receives what it prints
     * @throws ServerStartException when the engine refuses; nothing is left running then
     */
    public ServiceContainer.Needed start(NeededService.Container need, Placement placement, Path log) {
        return ServiceContainer.start(engine, need, placement.generatorCpus(), log);
    }
}
