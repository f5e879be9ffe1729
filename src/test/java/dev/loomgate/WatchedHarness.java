package dev.loomgate;

import dev.loomgate.verdict.GateRules;
import dev.loomgate.verdict.SuiteVerdict;
import java.util.List;
import java.util.stream.Stream;

/**
 * The harness in a JVM of its own, so that a test may stop it or set its clock: measures as its system properties say,
 * and says what would fail the build.
 */
final class WatchedHarness {
    /** Stands before each message that fails the build. */
    static final String RED = "RED ";

    /** Exit code of a run that would fail the build; 1 is that of a run that broke. */
    static final int RED_CODE = 3;

    private WatchedHarness() {}

    public static void main(String[] arguments) {
        SuiteVerdict verdict =
                Loomgate.fromSystemProperties(System.out).withColdGenerator().run();
        List<String> failures = Stream.concat(
                        verdict.cells().stream().map(cell -> GateRules.of(verdict.plan(), cell)),
                        Stream.of(GateRules.of(verdict)))
                .flatMap(rules -> rules.failures().stream())
                .toList();
        failures.forEach(message -> System.out.println(RED + message.replace('\n', ' ')));
        System.exit(failures.isEmpty() ? 0 : RED_CODE);
    }
}
