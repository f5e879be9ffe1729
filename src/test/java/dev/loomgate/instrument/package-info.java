/** The instrument against the truth: what Loomgate reports of a server whose behaviour is known. */
@NullMarked
package dev.loomgate.instrument;

import org.jspecify.annotations.NullMarked;
