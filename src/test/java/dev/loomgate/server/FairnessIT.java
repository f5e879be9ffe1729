package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Nothing but the concurrency technology may differ between variants: asked of every running server, written to {@code
 * docs/explanation/fairness.md}.
 */
@Tag("proof")
@Isolated // its servers have the folder of ServerContractIT
final class FairnessIT {
    private static final Path PAGE = Path.of("docs", "explanation", "fairness.md");
    private static final Path WRITTEN = Path.of("target", "fairness.md");
    private static final String TABLE = "<!-- from the running servers: target/fairness.md of FairnessIT -->\n";

    @Test
    void everyDifferenceBetweenVariantsHasAReason() throws IOException {
        FairnessTable table = new FairnessTable(askEveryVariant(), FairnessReasons.read());
        String page = Files.readString(PAGE);
        String intro = page.substring(0, page.indexOf(TABLE) + TABLE.length());
        Files.writeString(WRITTEN, intro + table.markdown() + "\n");

        assertThat(table.unexplained())
                .as("differences without a reason in fairness-reasons.yml")
                .isEmpty();
        assertThat(table.idleReasons())
                .as("reasons for differences that there are not")
                .isEmpty();
        // Elsewhere the numbers of threads and event loops are others, and as right.
        assumeThat(table.processors()).as("CPUs of a server, as on the page").isEqualTo("1");
        assertThat(page)
                .as("%s is what the servers say (cp %s %s)", PAGE, WRITTEN, PAGE)
                .isEqualTo(Files.readString(WRITTEN));
    }

    private static Map<String, Map<String, String>> askEveryVariant() {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        try (ContractArms contract = ContractArms.ofSystemProperties()) {
            contract.arms().forEach(arm -> {
                if (!facts.containsKey(arm.variant().name())) {
                    try (RunningServer server = arm.boot()) {
                        facts.put(arm.variant().name(), server.effective());
                    }
                }
            });
        }
        return facts;
    }
}
