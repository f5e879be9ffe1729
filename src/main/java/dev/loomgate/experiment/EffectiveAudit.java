package dev.loomgate.experiment;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.server.RunningServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares what the server says of its configuration: with the plan before the load, and with itself after it. */
final class EffectiveAudit {
    private EffectiveAudit() {}

    /** Where the running server is not what was planned. */
    static List<String> differences(Map<String, String> planned, Map<String, String> effective) {
        List<String> differences = new ArrayList<>();
        planned.forEach((key, value) -> {
            String actual = effective.get(key);
            if (!value.equals(actual)) {
                differences.add("effective configuration differs: " + key + " is "
                        + (actual == null ? "not reported" : actual) + ", planned is " + value);
            }
        });
        return differences;
    }

    /** A deliberate fault that can't act on this workload: nothing would be shown by it. */
    static List<String> idleFaults(String workload, Map<String, String> effective) {
        String only = effective.get("faults-confined-to");
        return only == null || only.equals(workload)
                ? List.of()
                : List.of(
                        "the planted faults (" + effective.get("faults") + ") act on the workload '" + only
                                + "' only, and this is '" + workload + "': measure '" + only
                                + "', or plant one that acts on every workload (spin, allocate, leak, errors, wrong-body, die-after)");
    }

    /** Where the server sees other limits from inside than it was to be held to. */
    static List<String> limits(JvmRuntime runtime, Map<String, String> effective) {
        Map<String, String> planned = new TreeMap<>(runtime.limits());
        String byLauncher = effective.get("launcher.memory-limit");
        if (byLauncher != null) {
            planned.putIfAbsent("memory-limit", byLauncher);
        }
        return differences(planned, effective);
    }

    /**
     * @param notes why it is not known, when the server did not answer: that is no reason to distrust what was measured
     * before
     */
    record Outcome(List<String> changes, List<String> notes) {
        Outcome {
            changes = List.copyOf(changes);
            notes = List.copyOf(notes);
        }
    }

    /** What changed while the cell was measured; numbers of two configurations must not be judged as one. */
    static Outcome afterwards(RunningServer server) {
        try {
            return new Outcome(changes(server.effective(), server.askEffective()), List.of());
        } catch (IOException e) {
            return new Outcome(
                    List.of(), List.of("the server did not tell its configuration after the load: " + e.getMessage()));
        }
    }

    /** What the launcher added is not the server's to repeat. */
    static List<String> changes(Map<String, String> before, Map<String, String> after) {
        Map<String, String> all = new TreeMap<>(after);
        before.forEach(all::putIfAbsent);
        return all.keySet().stream()
                .filter(key -> !key.startsWith("launcher."))
                .filter(key -> !String.valueOf(before.get(key)).equals(String.valueOf(after.get(key))))
                .map(key -> "effective configuration changed during the cell: " + key + " was "
                        + before.getOrDefault(key, "not reported") + ", is " + after.getOrDefault(key, "not reported"))
                .toList();
    }
}
