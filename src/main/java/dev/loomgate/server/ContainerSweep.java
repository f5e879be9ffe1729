package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Container;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Removes containers whose owner was killed before it could do so. */
final class ContainerSweep {
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
            progress.accept(
                    "container " + name + " of an earlier run could not be removed: " + ContainerEngine.firstLine(e));
        }
    }
}
