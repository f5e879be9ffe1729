package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** A container that belongs to this JVM: labelled with it, gone once it has ended, and with a standard input that ends when this JVM does. */
abstract class LeashedContainer<S extends LeashedContainer<S>> extends GenericContainer<S> {
    static final String SESSION_LABEL = "dev.loomgate.session";
    static final String HOST_LABEL = "dev.loomgate.host";

    private final Lifeline lifeline = new Lifeline();
    private final ContainerLog log;
    private volatile long startedNanos;
    private volatile @Nullable ContainerEvents events;

    LeashedContainer(String image, Path log) {
        super(DockerImageName.parse(image));
        this.log = new ContainerLog(log);
        withImagePullPolicy(name -> false);
        withLabels(Map.of(SESSION_LABEL, ProcessSession.current(), HOST_LABEL, ProcessSession.place()));
        withStartupCheckStrategy(new NoCheck());
        waitingFor(new NoWait());
        withCreateContainerCmdModifier(create -> create.withStdinOpen(true).withStdInOnce(true));
        withHostConfig(host -> host.withAutoRemove(true));
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

    S withHostConfig(Consumer<HostConfig> change) {
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
