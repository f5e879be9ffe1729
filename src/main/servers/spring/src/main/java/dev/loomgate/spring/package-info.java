/** What all servers on Spring share: the start, the client of the downstream service, and the words for what went wrong. */
package dev.loomgate.spring;
