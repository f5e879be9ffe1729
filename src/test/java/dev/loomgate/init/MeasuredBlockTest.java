package dev.loomgate.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Only what stands between two lines is the program's own. */
class MeasuredBlockTest {
    private static final String FILE =
            "limits:\n  - mine\n" + MeasuredBlock.BEGIN + "\n" + MeasuredBlock.END + "\nduels: {}\n";

    @Test
    void holdsTheEntriesAndLeavesTheRest() {
        String filled = MeasuredBlock.replaced(FILE, List.of("  - a", "  - b")).orElseThrow();

        assertThat(filled)
                .isEqualTo("limits:\n  - mine\n" + MeasuredBlock.BEGIN + "\n  - a\n  - b\n" + MeasuredBlock.END
                        + "\nduels: {}\n");
        assertThat(MeasuredBlock.replaced(filled, List.of("  - c")))
                .contains(FILE.replace(MeasuredBlock.END, "  - c\n" + MeasuredBlock.END));
    }

    @Test
    void isNowhereInAFileThatAUserWrote() {
        assertThat(MeasuredBlock.replaced("limits: []\n", List.of("  - a"))).isEmpty();
        assertThat(MeasuredBlock.replaced(MeasuredBlock.BEGIN + "\n", List.of("  - a")))
                .isEmpty();
        assertThat(MeasuredBlock.replaced(MeasuredBlock.END + "\n" + MeasuredBlock.BEGIN + "\n", List.of("  - a")))
                .isEmpty();
    }
}
