package dev.loomgate.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which cells of a scale are wanted: {@code -Dloomgate.variants}, {@code .workloads} and {@code .runtimes}. */
record Filters(Optional<List<String>> variants, Optional<List<String>> workloads, Optional<List<String>> runtimes) {

    static Filters of(Switches switches, Declared declared) {
        return new Filters(
                switches.names("variants", "variant", declared.variants()),
                switches.names("workloads", "workload", declared.workloads()),
                switches.names("runtimes", "runtime", declared.runtimes()));
    }

    /** One of the three: what was asked for, and the part of a cell that it is about. */
    private record Filter(String property, Optional<List<String>> wanted, Function<CellRow.Name, String> part) {
        List<String> names() {
            return wanted.orElse(List.of());
        }
    }

    private List<Filter> all() {
        return List.of(
                new Filter("variants", variants, CellRow.Name::variant),
                new Filter("workloads", workloads, CellRow.Name::workload),
                new Filter("runtimes", runtimes, CellRow.Name::runtime));
    }

    boolean allow(CellRow.Name cell) {
        return all().stream()
                .allMatch(filter -> filter.wanted().isEmpty()
                        || filter.names().contains(filter.part().apply(cell)));
    }

    /** A name that was asked for and has no cell is a problem: the run would look as if it had been measured. */
    void refuseIdleNames(Switches switches, String scale, List<CellRow.Name> offered, List<CellRow.Name> left) {
        all().forEach(filter -> filter.names().stream()
                .filter(name -> left.stream().map(filter.part()).noneMatch(name::equals))
                .forEach(name -> switches.refuse(
                        filter.property(),
                        "'" + name + "' leaves no cell of scale " + scale + others(filter.property()),
                        offered.stream().map(filter.part()).distinct().toList())));
    }

    private String others(String property) {
        return all().stream()
                .filter(other ->
                        !other.property().equals(property) && !other.names().isEmpty())
                .map(other -> " with " + other.property() + "=" + String.join(",", other.names()))
                .collect(Collectors.joining());
    }
}
