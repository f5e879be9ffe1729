package dev.loomgate.plan;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names a file defines, whether or not their definitions are sound: so a misspelt setting of a variant doesn't turn every
 * mention of that variant into a second problem.
 */
record Declared(
        List<String> runtimes,
        List<String> variants,
        List<String> workloads,
        List<String> scales,
        List<String> duels,
        List<String> steppedLoads) {

    static Declared in(Section root) {
        return new Declared(
                keys(root.optional("runtimes")),
                keys(root.optional("variants")),
                keys(root.optional("workloads")),
                keys(root.optional("scales")),
                keys(root.optional("duels")),
                Stream.concat(
                                keys(root.optional("ramps")).stream().map(name -> "ramp " + name),
                                keys(root.optional("searches")).stream().map(name -> "search " + name))
                        .toList());
    }

    private static List<String> keys(@Nullable YamlNode node) {
        return node instanceof YamlNode.Fields mapping
                ? mapping.fields().stream()
                        .map(field -> field.key().text())
                        .distinct()
                        .toList()
                : List.of();
    }
}
