/** What the reactive servers on Spring share: everything but the server that carries it. */
package dev.loomgate.springreactive;
