@NullMarked
package dev.loomgate.plan;

import org.jspecify.annotations.NullMarked;
