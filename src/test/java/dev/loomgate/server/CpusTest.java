package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpusTest {
    @TempDir
    Path folder;

    @Test
    void readsSingleCpusAndRanges() {
        assertThat(Cpus.parse("0")).containsExactly(0);
        assertThat(Cpus.parse("0-3,8")).containsExactly(0, 1, 2, 3, 8);
        assertThat(Cpus.parse("\t2,4-5\n")).containsExactly(2, 4, 5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1-2-3", "1,,2", "0-"})
    void rejectsWhatIsNoList(String list) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cpus.parse(list))
                .withMessageContaining("looks like 0-3,8");
    }

    @Test
    void readsTheAllowedCpusOfAProcess() throws IOException {
        Path status = Files.writeString(
                folder.resolve("status"), "Name:\tjava\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\nThreads:\t7\n");

        assertThat(Cpus.allowed(status)).containsExactly(0, 1);
    }

    @Test
    void knowsNoCpusWithoutProc() {
        assertThat(Cpus.allowed(folder.resolve("status"))).isEmpty();
    }
}
