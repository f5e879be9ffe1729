package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import dev.loomgate.plan.JvmRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** The container of one server as Testcontainers starts it: all files copied in, so that the engine may be on another machine. */
final class ServerContainer extends GenericContainer<ServerContainer> {
    static final String SERVER_FOLDER = "/server";
    static final String JMX_FOLDER = "/jmx";
    static final String SESSION_LABEL = "dev.loomgate.session";
    static final String HOST_LABEL = "dev.loomgate.host";

    private static final int OWNER_ONLY = 0600;
    private static final double NANOS_PER_CPU = 1e9;

    private final Lifeline lifeline = new Lifeline();
    private final ContainerLog log;
    private volatile long startedNanos;
    private volatile @Nullable ContainerEvents events;

    ServerContainer(String image, Path folder, Path log, JmxLogin login) {
        super(DockerImageName.parse(image));
        this.log = new ContainerLog(log);
        withImagePullPolicy(name -> false);
        withCopyFileToContainer(MountableFile.forHostPath(folder), SERVER_FOLDER);
        withCopyToContainer(
                Transferable.of(login.passwordFile(), OWNER_ONLY), JMX_FOLDER + "/" + JmxLogin.PASSWORD_FILE);
        withCopyToContainer(Transferable.of(login.accessFile(), OWNER_ONLY), JMX_FOLDER + "/" + JmxLogin.ACCESS_FILE);
        withLabels(Map.of(SESSION_LABEL, Session.current(), HOST_LABEL, Session.host()));
        withStartupCheckStrategy(new NoCheck());
        waitingFor(new NoWait());
    }

    ServerContainer running(List<String> arguments) {
        return withCreateContainerCmdModifier(create -> create.withEntrypoint("java")
                .withCmd(arguments)
                .withUser("0")
                .withStdinOpen(true)
                .withStdInOnce(true));
    }

    ServerContainer limitedTo(JvmRuntime runtime, String cpus) {
        long bytes = runtime.memoryMebibytes() * 1024L * 1024L;
        return withHostConfig(host -> {
            host.withMemory(bytes).withMemorySwap(bytes).withAutoRemove(true);
            // From the start, so that start-up is limited like the rest.
            runtime.cpus().ifPresent(quota -> host.withNanoCPUs(Math.round(quota * NANOS_PER_CPU)));
            if (!cpus.isEmpty()) {
                host.withCpusetCpus(cpus);
            }
        });
    }

    ServerContainer reachedBy(Engine engine, Endpoint endpoint) {
        if (engine.hostNetwork()) {
            return withNetworkMode("host");
        }
        String bind = engine.address().local() ? Endpoint.LOOPBACK : "0.0.0.0";
        withExposedPorts(endpoint.port(), endpoint.jmxPort());
        return withHostConfig(host -> host.withPortBindings(
                PortBinding.parse(bind + ":" + endpoint.port() + ":" + endpoint.port()),
                PortBinding.parse(bind + ":" + endpoint.jmxPort() + ":" + endpoint.jmxPort())));
    }

    /** Attached before it starts: so no line is lost, and standard input is ours from the first moment. */
    @Override
    protected void containerIsCreated(String id) {
        events = ContainerEvents.of(dockerClient, id);
        dockerClient
                .attachContainerCmd(id)
                .withStdIn(lifeline)
                .withStdOut(true)
                .withStdErr(true)
                .withFollowStream(true)
                .exec(log);
        try {
            log.awaitStarted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        startedNanos = System.nanoTime();
    }

    /** The moment before the engine was asked to start it. */
    long startedNanos() {
        return startedNanos;
    }

    Optional<ContainerEvents> events() {
        return Optional.ofNullable(events);
    }

    ContainerLog containerLog() {
        return log;
    }

    Lifeline lifeline() {
        return lifeline;
    }

    DockerClient client() {
        return dockerClient;
    }

    private ServerContainer withHostConfig(Consumer<HostConfig> change) {
        return withCreateContainerCmdModifier((CreateContainerCmd create) -> {
            HostConfig host = Optional.ofNullable(create.getHostConfig()).orElseGet(HostConfig::newHostConfig);
            change.accept(host);
            create.withHostConfig(host);
        });
    }

    /** Readiness is measured by our own polling, the same for every launcher. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {}
    }

    /** Would wait for up to a second at a time. */
    private static final class NoCheck extends StartupCheckStrategy {
        @Override
        public boolean waitUntilStartupSuccessful(DockerClient client, String id) {
            return true;
        }

        @Override
        public StartupStatus checkStartupState(DockerClient client, String id) {
            return StartupStatus.SUCCESSFUL;
        }
    }
}
