package dev.loomgate.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What every variant says of itself, side by side. The usual value of a key is the one that most variants have; who has
 * another one needs a reason. A key that a variant does not report counts as a value of its own.
 *
 * @param facts answers to {@code /effective}, by variant
 */
record FairnessTable(Map<String, Map<String, String>> facts, FairnessReasons reasons) {
    static final String ABSENT = "–";

    /** True of the machine or of the JDK, and the same for all: nothing that a server decides. */
    private static final Set<String> OF_THE_MACHINE = Set.of("java", "open-files-max", "accept-queue", "processors");

    FairnessTable {
        facts = new LinkedHashMap<>(facts);
    }

    /** A variant whose value is not the usual one. */
    record Difference(String key, String variant, String value, String usual) {
        @Override
        public String toString() {
            return key + " of " + variant + " is " + value + ", of most variants it is " + usual;
        }
    }

    /** Everything reported, without what the launcher added. */
    List<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        facts.values().forEach(answers -> keys.addAll(answers.keySet()));
        return keys.stream()
                .filter(key -> !key.startsWith("launcher.") && !OF_THE_MACHINE.contains(key))
                .toList();
    }

    /** How many CPUs the servers see; empty when there are no servers. */
    String processors() {
        return facts.values().stream()
                .map(answers -> answers.getOrDefault("processors", ""))
                .findFirst()
                .orElse("");
    }

    List<Difference> differences() {
        List<Difference> all = new ArrayList<>();
        for (String key : keys()) {
            String usual = usual(key);
            facts.keySet().stream()
                    .filter(variant -> !value(key, variant).equals(usual))
                    .forEach(variant -> all.add(new Difference(key, variant, value(key, variant), usual)));
        }
        return all;
    }

    List<Difference> unexplained() {
        return differences().stream()
                .filter(difference ->
                        reasons.of(difference.key(), difference.variant()).isEmpty())
                .toList();
    }

    /** Reasons that no difference needs: what they explained is gone, or was never there. */
    List<String> idleReasons() {
        List<Difference> all = differences();
        return reasons.names().stream()
                .filter(name -> all.stream()
                        .noneMatch(difference -> reasons.explains(name, difference.key(), difference.variant())))
                .toList();
    }

    private String value(String key, String variant) {
        return facts.getOrDefault(variant, Map.of()).getOrDefault(key, ABSENT);
    }

    private String usual(String key) {
        Map<String, Long> counts = facts.keySet().stream()
                .collect(Collectors.groupingBy(
                        variant -> value(key, variant), LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .max(Comparator.comparing(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(ABSENT);
    }

    String markdown() {
        List<String> variants = List.copyOf(facts.keySet());
        Stream<String> head = Stream.of(row("Key", variants, Function.identity()), line(variants.size() + 1));
        Stream<String> body = keys().stream().map(key -> row("`" + key + "`", variants, variant -> cell(key, variant)));
        return Stream.concat(head, body).collect(Collectors.joining("\n")) + "\n\n" + explained();
    }

    private String cell(String key, String variant) {
        String value = value(key, variant);
        return value.equals(usual(key)) ? value : "**" + value + "**";
    }

    private String explained() {
        return keys().stream()
                .flatMap(key -> reasonsOf(key).stream().map(reason -> "- `" + key + "`: " + reason))
                .collect(Collectors.joining("\n"));
    }

    private Collection<String> reasonsOf(String key) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (Difference difference : differences()) {
            if (difference.key().equals(key)) {
                String reason = reasons.of(key, difference.variant()).orElse("NO REASON");
                byReason.computeIfAbsent(reason, none -> new ArrayList<>()).add(difference.variant());
            }
        }
        return byReason.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    private static String row(String first, List<String> variants, Function<String, String> cell) {
        return Stream.concat(Stream.of(first), variants.stream().map(cell))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String line(int columns) {
        return "|" + "---|".repeat(columns);
    }
}
