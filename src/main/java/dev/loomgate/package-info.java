/** Composition only: the suite wires the steps of the pipeline; nobody imports this package. */
@NullMarked
package dev.loomgate;

import org.jspecify.annotations.NullMarked;
