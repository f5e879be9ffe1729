package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import dev.loomgate.server.EngineSearch.EngineAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A container that belongs to this JVM: labelled with it, gone once it has ended, and with a standard input that ends
 * when this JVM does.
 */
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
        withLabels(labels());
        withStartupCheckStrategy(new NoCheck());
        waitingFor(new NoWait());
        withCreateContainerCmdModifier(create -> create.withStdinOpen(true).withStdInOnce(true));
        withHostConfig(host -> host.withAutoRemove(true));
    }

    static Map<String, String> labels() {
        return Map.of(SESSION_LABEL, ProcessSession.current(), HOST_LABEL, ProcessSession.place());
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

    /** @param cpus empty when nothing is pinned */
    S on(String cpus) {
        return withHostConfig(host -> {
            if (!cpus.isEmpty()) {
                host.withCpusetCpus(cpus);
            }
        });
    }

    /** @param ports of this machine by those of the container */
    S published(EngineAddress engine, Map<Integer, Integer> ports) {
        String bind = engine.local() ? Endpoint.LOOPBACK : "0.0.0.0";
        withExposedPorts(ports.keySet().toArray(Integer[]::new));
        return withHostConfig(host -> host.withPortBindings(ports.entrySet().stream()
                .map(port -> PortBinding.parse(bind + ":" + port.getValue() + ":" + port.getKey()))
                .toList()));
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

    /** Listens to how a container ends: one that removes itself can't be asked afterwards. */
    static final class ContainerEvents extends ResultCallback.Adapter<Event> {
        private final CountDownLatch destroyed = new CountDownLatch(1);
        private volatile boolean outOfMemory;
        private volatile @Nullable Integer exitCode;

        static ContainerEvents of(DockerClient client, String id) {
            ContainerEvents events = new ContainerEvents();
            client.eventsCmd()
                    .withContainerFilter(id)
                    .withEventFilter("oom", "die", "destroy")
                    .exec(events);
            return events;
        }

        @Override
        public void onNext(Event event) {
            switch (String.valueOf(event.getAction())) {
                case "oom" -> outOfMemory = true;
                case "die" -> exitCode = exitCodeOf(event);
                case "destroy" -> destroyed.countDown();
                default -> {}
            }
        }

        /** How it ended, once it has. */
        Optional<ExitReason> end(boolean jvm) {
            Integer code = exitCode;
            if (code == null) {
                return Optional.empty();
            }
            ExitReason reason = jvm ? ExitReason.ofJvm(code) : ExitReason.of(code);
            return Optional.of(reason.with(outOfMemory ? ", out of memory: the container's limit was reached" : ""));
        }

        boolean awaitDestroyed(int seconds) throws InterruptedException {
            return destroyed.await(seconds, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            try {
                super.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static int exitCodeOf(Event event) {
            Map<String, String> attributes =
                    event.getActor() == null ? null : event.getActor().getAttributes();
            String code = attributes == null ? null : attributes.get("exitCode");
            return code == null ? -1 : Integer.parseInt(code);
        }
    }

    /** Writes what a container says into a file, as it says it. */
    static final class ContainerLog extends ResultCallback.Adapter<Frame> {
        private final OutputStream file;

        ContainerLog(Path log) {
            try {
                this.file = Files.newOutputStream(log);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void onNext(Frame frame) {
            try {
                file.write(frame.getPayload());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try (file) {
                super.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A standard input that says nothing and ends when it is cut, or when this JVM dies. */
    static final class Lifeline extends InputStream {
        private final CountDownLatch cut = new CountDownLatch(1);

        @Override
        public int read() {
            try {
                cut.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return length == 0 ? 0 : read();
        }

        @Override
        public void close() {
            cut.countDown();
        }
    }
}
