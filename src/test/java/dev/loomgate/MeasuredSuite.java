package dev.loomgate;

import dev.loomgate.plan.LoadProfile;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Named;

/** One run, looked at by a test class per load profile: whichever comes first has it measured. */
final class MeasuredSuite {
    private static Optional<SuiteVerdict> measured = Optional.empty();
    private static Optional<RuntimeException> refused = Optional.empty();

    private MeasuredSuite() {}

    /** What stopped the run stops every class, in the same words. */
    static synchronized SuiteVerdict verdict() {
        if (refused.isPresent()) {
            throw refused.get();
        }
        if (measured.isEmpty()) {
            try {
                measured = Optional.of(Loomgate.fromSystemProperties(System.out).run());
            } catch (RuntimeException e) {
                refused = Optional.of(e);
                throw e;
            }
        }
        return measured.get();
    }

    static Stream<Named<CellVerdict>> cells(Predicate<LoadProfile> loads) {
        return verdict().cells().stream()
                .filter(cell -> loads.test(cell.summary().run().cell().load()))
                .map(cell -> Named.of(cell.summary().run().cell().displayName(), cell));
    }

    /** One message per broken limit. */
    static void holdsItsLimits(CellVerdict cell) {
        GateRules rules = GateRules.of(verdict().plan(), cell);
        rules.warnings().forEach(warning -> System.out.println("[loomgate] WARNING " + warning));
        SoftAssertions softly = new SoftAssertions();
        rules.failures().forEach(softly::fail);
        softly.assertAll();
    }
}
