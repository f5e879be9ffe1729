package dev.loomgate.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Which cells of a scale are wanted: {@code -Dloomgate.variants}, {@code .workloads} and {@code .runtimes}. */
record Filters(Optional<List<String>> variants, Optional<List<String>> workloads, Optional<List<String>> runtimes) {

    static Filters of(Switches switches, Declared declared) {
        return new Filters(
                switches.names("variants", "variant", declared.variants()),
                switches.names("workloads", "workload", declared.workloads()),
                switches.names("runtimes", "runtime", declared.runtimes()));
    }

    boolean allow(CellRow.Name cell) {
        return wants(variants, cell.variant()) && wants(workloads, cell.workload()) && wants(runtimes, cell.runtime());
    }

    private static boolean wants(Optional<List<String>> names, String name) {
        return names.isEmpty() || names.get().contains(name);
    }

    /** A name that was asked for and has no cell is a problem: the run would look as if it had been measured. */
    void refuseIdleNames(Switches switches, String scale, List<CellRow.Name> offered, List<CellRow.Name> left) {
        Map<String, Function<CellRow.Name, String>> parts = new LinkedHashMap<>();
        parts.put("variants", CellRow.Name::variant);
        parts.put("workloads", CellRow.Name::workload);
        parts.put("runtimes", CellRow.Name::runtime);
        parts.forEach((property, part) -> wanted(property).forEach(name -> {
            if (left.stream().map(part).noneMatch(name::equals)) {
                List<String> allowed = offered.stream().map(part).distinct().toList();
                switches.refuse(
                        property, "'" + name + "' leaves no cell of scale " + scale + others(property), allowed);
            }
        }));
    }

    private Stream<String> wanted(String property) {
        Optional<List<String>> names = switch (property) {
            case "variants" -> variants;
            case "workloads" -> workloads;
            default -> runtimes;
        };
        return names.stream().flatMap(List::stream);
    }

    private String others(String property) {
        return Stream.of("variants", "workloads", "runtimes")
                .filter(other ->
                        !other.equals(property) && wanted(other).findAny().isPresent())
                .map(other ->
                        " with " + other + "=" + String.join(",", wanted(other).toList()))
                .reduce("", String::concat);
    }
}
