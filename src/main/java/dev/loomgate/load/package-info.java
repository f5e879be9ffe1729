/** Drive it: the long-lived Gatling generator, its recorder, and the line protocol between the two JVMs. */
@NullMarked
package dev.loomgate.load;

import org.jspecify.annotations.NullMarked;
