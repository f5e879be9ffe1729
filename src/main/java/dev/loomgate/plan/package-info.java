/** What to run: variant, runtime, workload and load profile make a cell; limits say what is tolerated. The only reader of outside input. */
@NullMarked
package dev.loomgate.plan;

import org.jspecify.annotations.NullMarked;
