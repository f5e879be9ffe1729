package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("untimed")
class ServerEnvironmentIT {
    @TempDir
    Path servers;

    @TempDir
    Path logs;

    @Test
    void tellsTheServerWhatStandsBehindItAndShowsNoSecret() throws IOException {
        TinyServer.packInto(servers);
        ServerEnvironment told = new ServerEnvironment(
                Map.of("loomgate.downstream", "http://127.0.0.1:1"),
                Map.of("LOOMGATE_DATABASE_PASSWORD", "s3cr3t-word"));
        try (RunningServer server =
                TestLaunchers.forked(servers, logs).launch(TestLaunchers.tiny(""), TestLaunchers.runtime(), told)) {
            assertThat(server.effective())
                    .containsEntry("downstream", "http://127.0.0.1:1")
                    .containsEntry("passwordLength", "11");
            assertThat(server.commandLine()).contains("-Dloomgate.downstream=").doesNotContain("s3cr3t-word");
            assertThat(Files.readString(server.log())).doesNotContain("s3cr3t-word");
        }
    }

    @Test
    void aServerThatAsksItselfFindsItself() {
        try (RunningServer server =
                TestLaunchers.askingItself(TestLaunchers.forked(Path.of("target", "servers"), logs))) {
            assertThat(new ContractClient("helidon", server)
                            .ask("GET", "/aggregate?delay=0")
                            .body())
                    .startsWith(
                            "[{\"tag\":\"heddle\",\"name\":\"The Heddles\",\"members\":[{\"id\":1,\"name\":\"Ada\"}");
        }
    }
}
