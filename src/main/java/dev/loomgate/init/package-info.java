/** Writes the first thresholds file of a service, from what the service, its jar and its OpenAPI document tell. */
@NullMarked
package dev.loomgate.init;

import org.jspecify.annotations.NullMarked;
