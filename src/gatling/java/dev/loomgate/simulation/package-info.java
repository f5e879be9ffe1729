/** What the load looks like, as Gatling simulations. */
@NullMarked
package dev.loomgate.simulation;

import org.jspecify.annotations.NullMarked;
