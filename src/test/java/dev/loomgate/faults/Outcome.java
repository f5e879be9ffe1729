package dev.loomgate.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Named;
import org.opentest4j.TestAbortedException;

/**
 * How a fault ended.
 *
 * @param verdict that came
 * @param kept cells and results.json
 * @param left after 5 s
 * @param wrong what is not as it must be; empty when all is right
 * @param skipped why it could not be tried here; empty when it was
 */
record Outcome(
        Fault fault, String verdict, String kept, String left, List<String> wrong, String skipped, Duration took) {
    Outcome {
        wrong = List.copyOf(wrong);
    }

    boolean passed() {
        return skipped.isEmpty() && wrong.isEmpty();
    }

    Named<Outcome> named() {
        return Named.of(fault.kind() + ": " + fault.done(), this);
    }

    /** Fails with everything that is not right; aborts where it could not be tried. */
    void require() {
        if (!skipped.isEmpty()) {
            throw new TestAbortedException(skipped);
        }
        assertThat(wrong)
                .as("%s: %s; came: %s", fault.kind(), fault.done(), verdict)
                .isEmpty();
    }

    String mark() {
        return !skipped.isEmpty() ? "not run" : passed() ? "yes" : "**no**";
    }
}
