/** Composition only: the suite wires the steps of the pipeline; no other package imports this one. */
@NullMarked
package dev.loomgate;

import org.jspecify.annotations.NullMarked;
