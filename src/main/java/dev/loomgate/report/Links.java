package dev.loomgate.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Paths as addresses for a page in the output folder. */
final class Links {
    private Links() {}

    /** Segment by segment, so that no name can turn into a scheme, a query or a fragment; empty stays empty. */
    static String href(String path) {
        return Arrays.stream(path.split("/", -1))
                .map(segment ->
                        URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }
}
