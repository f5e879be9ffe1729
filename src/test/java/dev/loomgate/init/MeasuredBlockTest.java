package dev.loomgate.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Only what stands between two lines is the program's own. */
class MeasuredBlockTest {
    private static final String HEAD = "limits:\n  - mine\n";
    private static final String TAIL = "duels: {}\n";

    @Test
    void holdsTheEntriesAndLeavesTheRest() {
        String filled = MeasuredBlock.replaced(HEAD + MeasuredBlock.empty() + "\n" + TAIL, List.of("  - a", "  - b"))
                .orElseThrow();

        assertThat(filled).isEqualTo(HEAD + MeasuredBlock.empty().replace("\n", "\n  - a\n  - b\n") + "\n" + TAIL);
        assertThat(MeasuredBlock.replaced(filled, List.of("  - c")))
                .contains(HEAD + MeasuredBlock.empty().replace("\n", "\n  - c\n") + "\n" + TAIL);
    }

    @Test
    void mayBeSetUpByAUser() {
        assertThat(MeasuredBlock.replaced("limits:\n  # >>> limits\n  # <<<\n", List.of("  - a")))
                .contains("limits:\n  # >>> limits\n  - a\n  # <<<\n");
    }

    /** Without its end it is unknown where the user's own text begins. */
    @Test
    void isNowhereInAFileThatAUserWrote() {
        assertThat(MeasuredBlock.replaced("limits: []\n", List.of("  - a"))).isEmpty();
        assertThat(MeasuredBlock.replaced("# >>> limits\n", List.of("  - a"))).isEmpty();
        assertThat(MeasuredBlock.replaced("# <<<\n# >>> limits\n", List.of("  - a")))
                .isEmpty();
    }
}
