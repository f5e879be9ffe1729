/** The service behind the servers under test: answers after a wait, and holds very many of them at the same time. */
package dev.loomgate.downstream;
