package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Info;
import dev.loomgate.server.EngineSearch.EngineAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/**
 * A container engine that answered.
 *
 * @param host how published ports are reached from here
 * @param hostNetwork containers can use the network of this machine, so that no proxy stands in what is measured
 * @param version of the engine
 * @param cpus how many its machine has
 */
record ContainerEngine(
        DockerClient client, EngineAddress address, String host, boolean hostNetwork, String version, int cpus) {
    /** Connects through Testcontainers, which may take as long as its own checks take. */
    static ContainerEngine connect(EngineAddress address) {
        DockerClientFactory factory = DockerClientFactory.instance();
        DockerClient client = factory.client();
        Info info = client.infoCmd().exec();
        boolean hostNetwork = address.local() && sharesOurNetwork(info);
        String host = hostNetwork ? Endpoint.LOOPBACK : factory.dockerHostIpAddress();
        int cpus = Optional.ofNullable(info.getNCPU()).orElse(1);
        return new ContainerEngine(client, address, host, hostNetwork, String.valueOf(info.getServerVersion()), cpus);
    }

    /** Empty when the image is here, after pulling it if need be; else why it is not. */
    Optional<String> fetch(String image, Duration limit) {
        if (imageId(image).isPresent()) {
            return Optional.empty();
        }
        try (PullImageResultCallback pull = client.pullImageCmd(image).exec(new PullImageResultCallback())) {
            boolean done = pull.awaitCompletion(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (done && imageId(image).isPresent()) {
                return Optional.empty();
            }
            return Optional.of("image " + image + " could not be pulled within " + limit.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while image " + image + " was pulled");
        } catch (DockerException | IOException e) {
            return Optional.of("image " + image + " is not here and could not be pulled: " + firstLine(e));
        }
    }

    Optional<String> imageId(String image) {
        try {
            InspectImageResponse found = client.inspectImageCmd(image).exec();
            return Optional.ofNullable(found.getId());
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** What an image that is here starts before the arguments. */
    List<String> entrypoint(String image) {
        ContainerConfig config = client.inspectImageCmd(image).exec().getConfig();
        String[] words = config == null ? null : config.getEntrypoint();
        return words == null ? List.of() : List.of(words);
    }

    /** The value of a variable that an image that is here sets; empty when it does not. */
    Optional<String> variable(String image, String name) {
        ContainerConfig config = client.inspectImageCmd(image).exec().getConfig();
        String[] all = config == null ? null : config.getEnv();
        return all == null
                ? Optional.empty()
                : Stream.of(all)
                        .filter(line -> line.startsWith(name + "="))
                        .map(line -> line.substring(name.length() + 1))
                        .findFirst();
    }

    String storageDriver() {
        try {
            return Optional.ofNullable(client.infoCmd().exec().getDriver()).orElse("unknown");
        } catch (DockerException e) {
            return "unknown";
        }
    }

    /**
     * False in Docker Desktop (a virtual machine) and rootless (a network namespace): there, "host" is another host.
     */
    private static boolean sharesOurNetwork(Info info) {
        List<String> security = Optional.ofNullable(info.getSecurityOptions()).orElse(List.of());
        String system = String.valueOf(info.getOperatingSystem());
        return Files.isDirectory(Path.of("/proc/self"))
                && !system.contains("Docker Desktop")
                && security.stream().noneMatch(option -> option.contains("rootless"));
    }

    static String rootLine(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return firstLine(cause);
    }

    static String firstLine(Throwable problem) {
        return String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
    }

    /** Removes containers whose owner was killed before it could do so. */
    static final class ContainerSweep {
        private ContainerSweep() {}

        static void run(DockerClient client, Consumer<String> progress) {
            List<Container> ours = client.listContainersCmd()
                    .withShowAll(true)
                    .withLabelFilter(Map.of(LeashedContainer.HOST_LABEL, ProcessSession.place()))
                    .exec();
            for (Container container : ours) {
                String owner = container.getLabels().getOrDefault(LeashedContainer.SESSION_LABEL, "");
                if (ProcessSession.ended(owner)) {
                    remove(client, container, owner, progress);
                }
            }
        }

        private static void remove(DockerClient client, Container container, String owner, Consumer<String> progress) {
            String name = container.getId().substring(0, 12);
            try {
                client.removeContainerCmd(container.getId())
                        .withForce(true)
                        .withRemoveVolumes(true)
                        .exec();
                progress.accept("removed container " + name + ", left by an earlier run (process "
                        + owner.substring(0, owner.indexOf('-')) + ") that was killed");
            } catch (DockerException e) {
                progress.accept("container " + name + " of an earlier run could not be removed: "
                        + ContainerEngine.firstLine(e));
            }
        }
    }

    /** Asks the Java in an image which one it is, by running it once. */
    static final class ImageJava {
        private static final int LIMIT_SECONDS = 30;

        private ImageJava() {}

        static Jdk of(DockerClient client, String image) {
            try {
                return Jdk.fromSettings(Path.of("/"), settings(client, image))
                        .orElseThrow(
                                () -> new ServerStartException("Image " + image + " does not tell its Java version"));
            } catch (DockerException e) {
                throw new ServerStartException(
                        "Image " + image + " has no java to run: " + ContainerEngine.firstLine(e), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ServerStartException("interrupted while image " + image + " was asked for its Java", e);
            }
        }

        private static String settings(DockerClient client, String image) throws InterruptedException {
            String id = client.createContainerCmd(image)
                    .withEntrypoint("java")
                    .withCmd("-XshowSettings:properties", "-version")
                    .withHostConfig(HostConfig.newHostConfig().withNetworkMode("none"))
                    .withLabels(LeashedContainer.labels())
                    .exec()
                    .getId();
            try {
                client.startContainerCmd(id).exec();
                Words words = new Words();
                client.logContainerCmd(id)
                        .withStdOut(true)
                        .withStdErr(true)
                        .withFollowStream(true)
                        .exec(words)
                        .awaitCompletion(LIMIT_SECONDS, TimeUnit.SECONDS);
                return words.text.toString();
            } finally {
                client.removeContainerCmd(id).withForce(true).exec();
            }
        }

        private static final class Words extends ResultCallback.Adapter<Frame> {
            private final StringBuilder text = new StringBuilder();

            @Override
            public void onNext(Frame frame) {
                text.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
            }
        }
    }
}
