package dev.loomgate.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;

/**
 * A method that runs once for each cell of a {@link PerformanceGate}. It may take what came of the cell as its
 * parameter: a {@link dev.loomgate.verdict.CellVerdict}, or a {@link CellComparison} where two arms are compared. It
 * fails when the cell makes the gate red, whatever it looks at itself.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
public @interface Cell {}
