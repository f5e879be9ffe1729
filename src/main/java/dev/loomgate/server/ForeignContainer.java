package dev.loomgate.server;

import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.NetworkSettings;
import dev.loomgate.server.EngineSearch.EngineAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A container of an image that knows nothing of Loomgate: nothing in it ends with this JVM, so a guard outside removes
 * it.
 */
final class ForeignContainer extends LeashedContainer<ForeignContainer> {
    private final EngineAddress engine;
    private volatile @Nullable ContainerGuard guard;

    ForeignContainer(EngineAddress engine, String image, Path log) {
        super(image, log);
        this.engine = engine;
        // As with docker run: what reads its standard input finds it at its end.
        withCreateContainerCmdModifier(create -> create.withStdinOpen(false).withStdInOnce(false));
    }

    @Override
    protected void containerIsCreated(String id) {
        guard = ContainerGuard.of(engine, id);
        super.containerIsCreated(id);
    }

    @Override
    public void stop() {
        super.stop();
        Optional.ofNullable(guard).ifPresent(ContainerGuard::close);
    }

    /** @param words in place of the image's command; none for its own */
    ForeignContainer saying(List<String> words) {
        return words.isEmpty() ? this : withCreateContainerCmdModifier(create -> create.withCmd(words));
    }

    /** Its address in the network that it has to itself, once it is started: from this machine and from containers. */
    String ownAddress() {
        NetworkSettings settings = getContainerInfo().getNetworkSettings();
        return settings.getNetworks().values().stream()
                .map(ContainerNetwork::getIpAddress)
                .filter(address -> address != null && !address.isEmpty())
                .findFirst()
                .orElseThrow(() -> new ServerStartException(
                        "the engine gave a container of image " + getDockerImageName() + " no address"));
    }
}
