@NullMarked
package dev.loomgate.backing;

import org.jspecify.annotations.NullMarked;
