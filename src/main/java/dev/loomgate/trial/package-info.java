/** One measurement: server, load and sampling in order, guarded. */
@NullMarked
package dev.loomgate.trial;

import org.jspecify.annotations.NullMarked;
