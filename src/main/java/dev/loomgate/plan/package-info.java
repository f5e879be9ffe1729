/** What to run and what is tolerated: cells, limits, duels, claims. The only reader of outside input. */
@NullMarked
package dev.loomgate.plan;

import org.jspecify.annotations.NullMarked;
