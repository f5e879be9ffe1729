package dev.loomgate.plan;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The names a file defines, whether or not their definitions are sound: so a misspelt setting of a variant doesn't
 * turn every mention of that variant into a second problem.
 */
record Declared(
        List<String> runtimes,
        List<String> variants,
        List<String> workloads,
        Map<String, List<String>> requestsOf,
        List<String> simulations,
        List<String> scales,
        List<String> duels,
        List<String> steppedLoads) {

    static Declared in(Mapping root) {
        return new Declared(
                keys(root.value("runtimes")),
                keys(root.value("variants")),
                keys(root.value("workloads")),
                requests(root.value("workloads")),
                simulations(root.value("workloads")),
                keys(root.value("scales")),
                keys(root.value("duels")),
                Stream.concat(
                                keys(root.value("ramps")).stream().map(name -> "ramp " + name),
                                keys(root.value("searches")).stream().map(name -> "search " + name))
                        .toList());
    }

    /** With the variants that a file of claims has for itself. */
    Declared withVariantsOf(YamlNode claims) {
        List<String> own = claims instanceof YamlNode.Fields mapping
                ? mapping.field("variants").map(field -> keys(field.value())).orElse(List.of())
                : List.of();
        return new Declared(
                runtimes,
                Stream.concat(variants.stream(), own.stream()).distinct().toList(),
                workloads,
                requestsOf,
                simulations,
                scales,
                duels,
                steppedLoads);
    }

    /** Of these workloads, or of all where none is named. */
    List<String> requests(Collection<String> chosen) {
        return requestsOf.entrySet().stream()
                .filter(workload -> chosen.isEmpty() || chosen.contains(workload.getKey()))
                .flatMap(workload -> workload.getValue().stream())
                .distinct()
                .toList();
    }

    /** Whether one of these workloads, or of all where none is named, is a simulation, which alone knows its requests. */
    boolean anySimulation(Collection<String> chosen) {
        return simulations.stream().anyMatch(workload -> chosen.isEmpty() || chosen.contains(workload));
    }

    private static List<String> simulations(YamlNode workloads) {
        return workloads instanceof YamlNode.Fields mapping
                ? mapping.fields().stream()
                        .filter(workload -> workload.value() instanceof YamlNode.Fields keys
                                && keys.field("simulation").isPresent())
                        .map(workload -> workload.key().text())
                        .toList()
                : List.of();
    }

    private static Map<String, List<String>> requests(YamlNode workloads) {
        Map<String, List<String>> requests = new LinkedHashMap<>();
        if (workloads instanceof YamlNode.Fields mapping) {
            for (YamlNode.Field workload : mapping.fields()) {
                requests.put(
                        workload.key().text(),
                        workload.value() instanceof YamlNode.Fields keys
                                ? keys.field("requests")
                                        .map(field -> keys(field.value()))
                                        .orElse(List.of())
                                : List.of());
            }
        }
        return requests;
    }

    private static List<String> keys(YamlNode node) {
        return node instanceof YamlNode.Fields mapping
                ? mapping.fields().stream().map(field -> field.key().text()).toList()
                : List.of();
    }
}
