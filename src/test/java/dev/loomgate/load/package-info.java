@NullMarked
package dev.loomgate.load;

import org.jspecify.annotations.NullMarked;
