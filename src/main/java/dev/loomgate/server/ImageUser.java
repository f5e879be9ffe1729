package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ContainerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Finds the number of the user that an image runs as: a JVM reads its JMX password only from a file of its own. */
final class ImageUser {
    private static final int ROOT = 0;
    private static final int NUMBER = 2;

    private ImageUser() {}

    static int number(DockerClient client, String image) {
        ContainerConfig config = client.inspectImageCmd(image).exec().getConfig();
        String user = Optional.ofNullable(config)
                .map(ContainerConfig::getUser)
                .map(name -> name.replaceFirst(":.*", ""))
                .orElse("");
        if (user.isEmpty()) {
            return ROOT;
        }
        return user.matches("[0-9]{1,9}") ? Integer.parseInt(user) : named(client, image, user);
    }

    /** A container that is made and never started shows the file of users. */
    private static int named(DockerClient client, String image, String user) {
        String id = client.createContainerCmd(image)
                .withLabels(LeashedContainer.labels())
                .exec()
                .getId();
        try (InputStream file =
                        client.copyArchiveFromContainerCmd(id, "/etc/passwd").exec();
                TarArchiveInputStream tar = new TarArchiveInputStream(file)) {
            tar.getNextEntry();
            return new String(tar.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(":", -1))
                    .filter(fields -> fields.length > NUMBER && fields[0].equals(user))
                    .map(fields -> Integer.valueOf(fields[NUMBER]))
                    .findFirst()
                    .orElseThrow(() -> new ServerStartException(
                            "Image " + image + " runs as user " + user + ", which its /etc/passwd does not name"));
        } catch (IOException | DockerException e) {
            throw new ServerStartException(
                    "Image " + image + " runs as user " + user + ", whose number could not be found: "
                            + ContainerEngine.firstLine(e),
                    e);
        } finally {
            client.removeContainerCmd(id).withForce(true).exec();
        }
    }
}
