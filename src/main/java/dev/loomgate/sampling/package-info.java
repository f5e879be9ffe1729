/** Sample it: what the server spends while load runs, from outside (/proc) and from inside (JMX). */
@NullMarked
package dev.loomgate.sampling;

import org.jspecify.annotations.NullMarked;
