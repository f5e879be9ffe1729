/** Judge it: every limit against its estimate. Pure arithmetic. */
@NullMarked
package dev.loomgate.verdict;

import org.jspecify.annotations.NullMarked;
