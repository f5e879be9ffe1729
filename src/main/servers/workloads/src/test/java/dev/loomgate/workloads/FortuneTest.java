package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FortuneTest {
    @Test
    void sortsByMessageWithOneMoreAmongThem() {
        List<Fortune> rows = List.of(new Fortune(1, "Zebra"), new Fortune(2, "Apple"));

        assertThat(Fortune.withOneMore(rows)).extracting(Fortune::id).containsExactly(2, 0, 1);
    }
}
