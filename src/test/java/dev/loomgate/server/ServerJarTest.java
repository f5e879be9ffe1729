package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerJarTest {
    @TempDir
    Path servers;

    @Test
    void namesEveryServerThatIsNotBuiltOnceAndTheWayOut() throws IOException {
        build("spring-mvc");

        assertThatExceptionOfType(ServerStartException.class)
                .isThrownBy(() -> ServerJar.requireAll(plan()))
                .withMessageContaining("not built, nothing was started")
                .withMessageContaining("'mvn package'")
                .withMessageContaining(jar("spring-webflux").toString())
                .withMessageContaining(jar("downstream").toString())
                .withMessageNotContaining(jar("spring-mvc").toString());
    }

    @Test
    void isContentWhenAllServersOfThePlanAreBuilt() throws IOException {
        for (String server : plan().cells().stream()
                .map(cell -> cell.variant().folder())
                .distinct()
                .toList()) {
            build(server);
        }
        build("downstream");

        assertThatCode(() -> ServerJar.requireAll(plan())).doesNotThrowAnyException();
    }

    private Plan plan() {
        return PlanReader.read(Map.of("loomgate.servers", servers.toString()), Set.of(21, 25));
    }

    private void build(String server) throws IOException {
        Files.createDirectories(servers.resolve(server));
        Files.createFile(jar(server));
    }

    private Path jar(String server) {
        return servers.resolve(server).resolve("run.jar");
    }
}
