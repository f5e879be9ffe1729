package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class FairnessTableTest {
    private static final Map<String, Map<String, String>> FACTS = new TreeMap<>(Map.of(
            "a", Map.of("http", "1.1", "compression", "off", "java", "21"),
            "b", Map.of("http", "1.1", "compression", "off", "java", "25"),
            "c", Map.of("http", "2", "java", "25")));

    @Test
    void findsWhoIsNotLikeMost() {
        assertThat(table().differences())
                .containsExactlyInAnyOrder(
                        new FairnessTable.Difference("http", "c", "2", "1.1"),
                        new FairnessTable.Difference("compression", "c", FairnessTable.ABSENT, "off"));
    }

    @Test
    void aDifferenceWithoutAReasonIsUnexplained() {
        FairnessTable table = table(new FairnessReasons.Reason("http", List.of("c"), "it can't do less"));

        assertThat(table.unexplained())
                .extracting(FairnessTable.Difference::key)
                .containsExactly("compression");
        assertThat(table.markdown()).contains("| **2** |", "- `http`: c: it can't do less", "NO REASON");
    }

    @Test
    void theReasonOfAnotherVariantIsNone() {
        assertThat(table(new FairnessReasons.Reason("http", List.of("b"), "-")).unexplained())
                .hasSize(2);
    }

    @Test
    void aReasonThatNothingNeedsIsIdle() {
        FairnessTable table = table(
                new FairnessReasons.Reason("http", List.of("all"), "-"),
                new FairnessReasons.Reason("gc", List.of("a"), "-"));

        assertThat(table.idleReasons()).containsExactly("gc of a");
    }

    private static FairnessTable table(FairnessReasons.Reason... reasons) {
        return new FairnessTable(FACTS, new FairnessReasons(List.of(reasons)));
    }
}
