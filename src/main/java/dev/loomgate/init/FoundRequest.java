package dev.loomgate.init;

import dev.loomgate.plan.HttpRequest;

/**
 * A request that the file may hold.
 *
 * @param name in the file
 * @param says what the document tells of it; may be empty
 * @param active whether it is measured; else it stands in a comment
 * @param why it stands in a comment, or how its answer was found
 */
record FoundRequest(String name, HttpRequest request, String says, boolean active, String why) {}
