package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.Info;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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

    String storageDriver() {
        try {
            return Optional.ofNullable(client.infoCmd().exec().getDriver()).orElse("unknown");
        } catch (DockerException e) {
            return "unknown";
        }
    }

    /** False in Docker Desktop (a virtual machine) and rootless (a network namespace): there, "host" is another host. */
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
}
