/** One measurement: server, load and sampling in order, guarded. */
@NullMarked
package dev.loomgate.experiment;

import org.jspecify.annotations.NullMarked;
