/** The shared words: what is measured, in which unit, and which direction is good. */
@NullMarked
package dev.loomgate.metric;

import org.jspecify.annotations.NullMarked;
