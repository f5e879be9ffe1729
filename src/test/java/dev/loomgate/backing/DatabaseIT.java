package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.server.Placement;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** As processes of this machine, as the user who runs this test. */
@Tag("untimed")
class DatabaseIT extends DatabaseContract {
    @Override
    Database start(Placement placement, Path log) {
        EmbeddedPlatform platform = EmbeddedPlatform.ofMachine(log.resolveSibling("output"), Set.of("fortunes"));
        return EmbeddedPostgres.start(platform.require(), placement, log);
    }

    @Override
    Assertable leftovers(Database database) throws SQLException {
        Path folder = Path.of(column(database, "SHOW data_directory").getFirst());
        assertThat(folder).exists();
        return () -> {
            assertThat(folder).doesNotExist();
            assertThat(database.ended()).isPresent();
        };
    }
}
