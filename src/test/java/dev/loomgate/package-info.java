@NullMarked
package dev.loomgate;

import org.jspecify.annotations.NullMarked;
