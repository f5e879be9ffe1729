package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.server.Placement;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** In a container; skipped where there is no engine with the image. */
@Tag("untimed")
class ContainerDatabaseIT extends DatabaseContract {
    @Override
    Database start(Placement placement, Path log) {
        return ContainerPostgres.start(TestContainers.database(log.resolveSibling("")), placement, log);
    }

    @Override
    Assertable leftovers(Database database) {
        return () -> assertThat(database.ended()).as("it was asked to end").isEmpty();
    }
}
