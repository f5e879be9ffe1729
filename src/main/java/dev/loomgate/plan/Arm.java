package dev.loomgate.plan;

import java.nio.file.Path;

/**
 * One side of a comparison: what is started, on what, and from which build.
 *
 * @param label what tells it from the other arm, in reports and request names: {@code jdk21},
 *     {@code virtual}, {@code older build}
 * @param servers folder that holds the built servers
 */
public record Arm(String label, Variant variant, JvmRuntime runtime, Path servers) {}
