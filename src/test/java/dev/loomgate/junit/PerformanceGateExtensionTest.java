package dev.loomgate.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.loomgate.Request;
import dev.loomgate.plan.PlanReader;
import dev.loomgate.verdict.CellVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Classes of users, run as JUnit runs them, over runs that were never measured. */
class PerformanceGateExtensionTest {
    private static final List<String> ASKED = new ArrayList<>();
    private static final List<String> BODIES = new ArrayList<>();

    /** Three cells are planned, and one of them has no verdict. */
    private record Run(List<Part> parts, List<String> failures) implements GatedRun {
        static Run of(String... failures) {
            return new Run(
                    List.of(
                            new Part("good", "value of good", List.of(), List.of(), false),
                            new Part("bad", "value of bad", List.of("FAILED bad: too slow"), List.of(), false)),
                    List.of(failures));
        }
    }

    private static List<String> planned(Request request) {
        return List.of("good", "bad", "lost");
    }

    @BeforeEach
    void forget() {
        ASKED.clear();
        BODIES.clear();
    }

    static final class Gate {
        @RegisterExtension
        static final PerformanceGateExtension GATE =
                new PerformanceGateExtension(PerformanceGateExtensionTest::planned, request -> {
                    ASKED.add("measured");
                    return Run.of();
                });

        @Cell
        void first() {
            BODIES.add("first");
        }

        @Cell
        void second() {
            BODIES.add("second");
        }

        @Test
        void another() {
            BODIES.add("another");
        }
    }

    @Test
    void aMethodRunsForEachCellAndFailsWhereTheCellIsRed() {
        TestExecutionSummary summary = run(selectMethod(Gate.class, "first"));

        assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
        assertThat(messages(summary))
                .containsExactlyInAnyOrder("FAILED bad: too slow", "lost was planned and has no verdict");
        // What has no verdict is no reason to run a body that looks at it.
        assertThat(BODIES).containsExactly("first", "first");
    }

    @Test
    void allMethodsShareOneRun() {
        TestExecutionSummary summary = run(selectClass(Gate.class));

        assertThat(ASKED).containsExactly("measured");
        assertThat(summary.getTestsFoundCount()).isEqualTo(7);
        assertThat(summary.getTestsSucceededCount()).isEqualTo(3);
    }

    @Test
    void nothingIsMeasuredForAnotherTest() {
        run(selectMethod(Gate.class, "another"));

        assertThat(BODIES).containsExactly("another");
        assertThat(ASKED).isEmpty();
    }

    static final class NothingJudged {
        @RegisterExtension
        static final PerformanceGateExtension GATE = new PerformanceGateExtension(
                request -> List.of("good"), request -> Run.of("nothing was judged: 1 cell is INVALID"));

        @Cell
        void isNotRed() {}
    }

    @Test
    void aRunThatJudgedNothingFailsTheClass() {
        assertThat(messages(run(selectClass(NothingJudged.class))))
                .containsExactly("nothing was judged: 1 cell is INVALID");
    }

    static final class Refused {
        @RegisterExtension
        static final PerformanceGateExtension GATE =
                new PerformanceGateExtension(PerformanceGateExtensionTest::planned, request -> {
                    ASKED.add("measured");
                    throw new IllegalStateException("another run is going on");
                });

        @Cell
        void isNotRed() {}
    }

    @Test
    void whereMeasuringIsRefusedEveryCellSaysSoAndNothingIsTriedAgain() {
        assertThat(messages(run(selectClass(Refused.class)))).hasSize(3).containsOnly("another run is going on");
        assertThat(ASKED).containsExactly("measured");
    }

    static final class OfTheOtherKind {
        @RegisterExtension
        static final PerformanceGateExtension GATE =
                new PerformanceGateExtension(request -> List.of("good"), request -> Run.of());

        @Cell
        void holdsItsLimits(CellVerdict cell) {
            BODIES.add(cell.toString());
        }
    }

    @Test
    void aParameterOfTheOtherKindOfRunIsRefusedInWords() {
        assertThat(messages(run(selectClass(OfTheOtherKind.class))))
                .singleElement()
                .asString()
                .contains("holdsItsLimits takes a CellVerdict", "-Dloomgate.baseline", "one without a parameter");
        assertThat(BODIES).isEmpty();
    }

    static final class Forgiven {
        @RegisterExtension
        static final PerformanceGateExtension GATE = new PerformanceGateExtension(
                request -> List.of("disturbed"),
                request -> new Run(
                        List.of(new GatedRun.Part(
                                "disturbed", "value", List.of(), List.of("WARNING not measured"), true)),
                        List.of()));

        @Cell
        void isNotRed() {
            BODIES.add("forgiven");
        }
    }

    /** Neither passed nor failed: a body would find nothing that holds. */
    @Test
    void aCellThatIsForgivenIsSkippedAndNotPassed() {
        TestExecutionSummary summary = run(selectClass(Forgiven.class));

        assertThat(summary.getTestsAbortedCount()).isEqualTo(1);
        assertThat(summary.getTestsSucceededCount()).isZero();
        assertThat(summary.getTestsFailedCount()).isZero();
        assertThat(BODIES).isEmpty();
    }

    @PerformanceGate("no-such-file.yml")
    static final class WithoutAFile {
        @Cell
        void isNotRed() {}
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(messages(run(selectClass(WithoutAFile.class))))
                .singleElement()
                .asString()
                .contains("no-such-file.yml");
    }

    @Test
    void thePlannedCellsAreThoseOfTheFile() {
        Request request = Request.ofThisJvm(System.out).with(Map.of("loomgate.scale", "smoke"));

        assertThat(GatedRun.planned(request))
                .isNotEmpty()
                .containsExactlyElementsOf(
                        PlanReader.read(request.properties(), request.jdks().versions()).cells().stream()
                                .map(cell -> cell.displayName())
                                .toList());
    }

    /** As {@code -Dloomgate.baseline.jar} alone: the other arm is what stands there. */
    @Test
    void whatOneArmHasAsksForAComparison() {
        Request request = Request.ofThisJvm(System.out)
                .with(Map.of("loomgate.scale", "smoke", "loomgate.candidate.env", "MALLOC_ARENA_MAX=2"));

        assertThat(GatedRun.planned(request))
                .isNotEmpty()
                .allMatch(name -> name.contains(" → ") && name.endsWith(" with MALLOC_ARENA_MAX=2"));
    }

    private static TestExecutionSummary run(DiscoverySelector selector) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selector)
                                .build(),
                        listener);
        return listener.getSummary();
    }

    private static List<String> messages(TestExecutionSummary summary) {
        return summary.getFailures().stream()
                .map(failure -> String.valueOf(failure.getException().getMessage()))
                .toList();
    }
}
