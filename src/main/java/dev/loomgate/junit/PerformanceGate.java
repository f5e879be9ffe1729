package dev.loomgate.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that measures what a thresholds file plans. Its {@link Cell} methods run once for each cell, and fail
 * where the cell makes the gate red; the class fails where the run as a whole does. Everything is measured when the
 * first of these methods runs, because limits compare cells with each other. The switches {@code -Dloomgate.…} say what
 * is left out or compared, as in a run by Maven.
 *
 * <pre>{@code
 * @PerformanceGate("perf.yml")
 * class CheckoutPerfIT {
 *     @Cell
 *     void holdsItsLimits(CellVerdict cell) {}
 * }
 * }</pre>
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PerformanceGateExtension.class)
public @interface PerformanceGate {
    /** The thresholds file, relative to the working folder of the test. {@code -Dloomgate.thresholds} takes its place. */
    String value() default "thresholds.yml";

    /**
     * Folder of the report, where several gates are in one module. {@code -Dloomgate.output} takes its place; where
     * neither is given it is {@code target/loomgate}, of a comparison {@code target/loomgate-duel}.
     */
    String output() default "";
}
