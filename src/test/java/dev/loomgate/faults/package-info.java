@NullMarked
package dev.loomgate.faults;

import org.jspecify.annotations.NullMarked;
