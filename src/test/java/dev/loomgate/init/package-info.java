@NullMarked
package dev.loomgate.init;

import org.jspecify.annotations.NullMarked;
