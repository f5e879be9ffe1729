/** Start it: a forked JVM or a container, until the first answer; stop it, and say why it died. */
@NullMarked
package dev.loomgate.server;

import org.jspecify.annotations.NullMarked;
