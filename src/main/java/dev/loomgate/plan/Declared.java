package dev.loomgate.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * The names a file defines, whether or not their definitions are sound: so a misspelt setting of a variant doesn't
 * turn every mention of that variant into a second problem.
 */
record Declared(
        List<String> runtimes,
        List<String> variants,
        List<String> workloads,
        List<String> requests,
        List<String> scales,
        List<String> duels,
        List<String> steppedLoads) {

    static Declared in(Mapping root) {
        return new Declared(
                keys(root.value("runtimes")),
                keys(root.value("variants")),
                keys(root.value("workloads")),
                requests(root.value("workloads")),
                keys(root.value("scales")),
                keys(root.value("duels")),
                Stream.concat(
                                keys(root.value("ramps")).stream().map(name -> "ramp " + name),
                                keys(root.value("searches")).stream().map(name -> "search " + name))
                        .toList());
    }

    /** Of all workloads that have several. */
    private static List<String> requests(YamlNode workloads) {
        return workloads instanceof YamlNode.Fields mapping
                ? mapping.fields().stream()
                        .flatMap(workload -> workload.value() instanceof YamlNode.Fields keys
                                ? keys.field("requests").stream()
                                : Stream.empty())
                        .flatMap(requests -> keys(requests.value()).stream())
                        .distinct()
                        .toList()
                : List.of();
    }

    private static List<String> keys(YamlNode node) {
        return node instanceof YamlNode.Fields mapping
                ? mapping.fields().stream().map(field -> field.key().text()).toList()
                : List.of();
    }
}
