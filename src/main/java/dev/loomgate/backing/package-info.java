/**
 * The services behind the servers: a downstream service, a database, and a proxy that puts time between server and
 * database.
 */
@NullMarked
package dev.loomgate.backing;

import org.jspecify.annotations.NullMarked;
