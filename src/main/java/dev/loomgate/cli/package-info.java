/** The command line: what can be done without measuring a server under a gate. */
@NullMarked
package dev.loomgate.cli;

import org.jspecify.annotations.NullMarked;
