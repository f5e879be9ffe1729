package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone, because every launcher of forked JVMs sweeps when it starts. */
@Tag("proof")
@Isolated
class SweptGroupIT {
    @TempDir
    Path folder;

    @Test
    void sweepsTheGroupOfAKilledHarness() throws IOException, InterruptedException {
        LimitedServerIT.assumeGroupsCanBeMade();
        TinyServer.packInto(folder);
        Process harness = KillIT.harness("limited", folder, folder);
        KillIT.serverOf(harness);
        // The other child is the guard of its files, a shell.
        long server = harness.children()
                .filter(child -> child.info().command().orElse("").endsWith("java"))
                .findFirst()
                .orElseThrow()
                .pid();
        List<Path> groups = LimitedServerIT.groupsOf(server);

        harness.destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> ProcessHandle.of(server).isEmpty());
        assertThat(groups).isNotEmpty().allMatch(Files::exists);
        ControlGroups.ofMachine().sweep(line -> assertThat(line).startsWith("removed control group"));

        assertThat(groups).noneMatch(Files::exists);
    }
}
