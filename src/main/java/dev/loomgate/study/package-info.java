/** The published claims and the calibration of the gate. Stands on top of everything; nothing stands on it. */
@NullMarked
package dev.loomgate.study;

import org.jspecify.annotations.NullMarked;
