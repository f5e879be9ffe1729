package dev.loomgate.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loomgate.server.PortRetry;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BackingProcessTest {
    @TempDir
    private Path folder;

    private final AtomicInteger starts = new AtomicInteger();

    @Test
    void aServiceWhosePortWasTakenMeanwhileIsStartedAgain() {
        assertThatExceptionOfType(BackingStartException.class)
                .isThrownBy(() -> PortRetry.start(
                        () -> start("echo 'could not bind: Address already in use'; exit 1"),
                        BackingStartException::portTaken))
                .withMessageContaining("the service has ended: exit code 1")
                .withMessageContaining("Address already in use");
        assertThat(starts).hasValue(4);
    }

    @Test
    void aServiceThatEndsForAnotherReasonIsNot() {
        assertThatExceptionOfType(BackingStartException.class)
                .isThrownBy(() ->
                        PortRetry.start(() -> start("echo 'no such option'; exit 1"), BackingStartException::portTaken))
                .withMessageContaining("no such option");
        assertThat(starts).hasValue(1);
    }

    private BackingProcess start(String script) {
        starts.incrementAndGet();
        BackingProcess process =
                BackingProcess.start("service", List.of("sh", "-c", script), folder.resolve("service.log"));
        process.await(() -> false);
        return process;
    }
}
