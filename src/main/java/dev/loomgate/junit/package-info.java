/** A gate as a JUnit test: which cells there are, what becomes of each, and assertions on what was measured. */
@NullMarked
package dev.loomgate.junit;

import org.jspecify.annotations.NullMarked;
