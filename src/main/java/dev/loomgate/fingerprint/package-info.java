/** Where and with what a run took place. */
@NullMarked
package dev.loomgate.fingerprint;

import org.jspecify.annotations.NullMarked;
