/** Many to one: an estimate with its interval per cell and metric. Pure arithmetic. */
@NullMarked
package dev.loomgate.summary;

import org.jspecify.annotations.NullMarked;
