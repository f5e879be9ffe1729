/** Helidon 4 SE: a server that knows no other threads for requests than virtual ones. */
package dev.loomgate.helidon;
