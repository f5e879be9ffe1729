package dev.loomgate.store;

import dev.loomgate.metric.Counted;
import dev.loomgate.store.RunRecord.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What an earlier run left in the folder of this one, and whether this one may go on from there ({@code
 * -Dloomgate.continue}): only when it asks for the same, by the same thresholds file, of the same programs on the same
 * JDKs, machine and software. Otherwise its units and cells would be no replicates of the same thing.
 */
public record Earlier(RunRecord record) {
    private static final String SEED = "loomgate.seed";

    /** What may differ: it says how long to go on and what fails the build, not what is measured. */
    private static final Set<String> MAY_DIFFER = Set.of(
            "loomgate.continue",
            "loomgate.at-most",
            "loomgate.units",
            "loomgate.rounds",
            "loomgate.strict",
            "loomgate.ci",
            SEED,
            "loomgate.output",
            "loomgate.thresholds");

    /** Empty when there is none of that kind in that folder. */
    public static Optional<Earlier> in(Kind kind, Path output) {
        return kind.isIn(output) ? Optional.of(new Earlier(RunRecord.read(kind, output))) : Optional.empty();
    }

    /**
     * Decides whether a run goes on from what an earlier one left in its folder; moves that aside when it does not,
     * says which of the two and why, and leaves the record of this run.
     *
     * @param continues whether the user asked for it
     */
    public static boolean goesOn(
            RunRecord now, RunFolder folder, Path thresholds, boolean continues, Consumer<String> say) {
        Kind kind = now.kind();
        long kept = kind.kept(folder.output());
        Optional<String> difference = in(kind, folder.output())
                .map(earlier -> earlier.difference(now, folder.output(), thresholds))
                .orElse(Optional.of("there is nothing in " + folder.output() + " to go on with"));
        boolean goesOn = continues && difference.isEmpty();
        if (goesOn) {
            say.accept("going on after " + Counted.of(kept, kind.one()) + " in " + folder.output());
        } else {
            Optional<Path> before = folder.startAnew(kind);
            String units = Counted.of(kept, kind.one());
            if (continues) {
                say.accept("starting anew: " + difference.orElse("")
                        + before.map(place -> "; its " + units + " moved to " + place)
                                .orElse(""));
            } else {
                before.ifPresent(place -> say.accept("the run before, with " + units + ", moved to " + place
                        + "; the same words with -Dloomgate.output=" + place + " -Dloomgate.continue go on with it"));
            }
        }
        now.write(folder.output(), thresholds);
        return goesOn;
    }

    /** The random seed of a run that goes on is that of the run it continues. */
    public Map<String, String> withItsSeed(Map<String, String> properties) {
        Map<String, String> same = new TreeMap<>(properties);
        Optional.ofNullable(record.asked().get(SEED)).ifPresent(seed -> same.put(SEED, seed));
        return same;
    }

    /** Why this run can't go on from there, in words; empty when it can. */
    Optional<String> difference(RunRecord now, Path output, Path thresholds) {
        if (record.fingerprint().identity().isEmpty()) {
            return Optional.of("the run before did not record which programs and JDKs it measured");
        }
        List<String> differences = Stream.concat(
                        changes(comparable(record), comparable(now)).stream()
                                .map(change -> "-D" + change.inWords("not given")),
                        changes(
                                        record.fingerprint().identity(),
                                        now.fingerprint().identity())
                                .stream()
                                .map(change -> change.inWords("not recorded")))
                .toList();
        if (!differences.isEmpty()) {
            return Optional.of(String.join("; ", differences));
        }
        try {
            long mismatch = Files.mismatch(record.kind().thresholds(output), thresholds);
            return mismatch < 0
                    ? Optional.empty()
                    : Optional.of(thresholds + " has changed since, at byte " + mismatch);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot compare " + thresholds + " with the copy in " + output, e);
        }
    }

    private static Map<String, String> comparable(RunRecord record) {
        Map<String, String> asked = new TreeMap<>(record.asked());
        asked.keySet().removeAll(MAY_DIFFER);
        // Its value says what fails the build.
        asked.computeIfPresent("loomgate.claims", (name, strict) -> "");
        return asked;
    }

    private static List<Change> changes(Map<String, String> before, Map<String, String> now) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        List<Change> changes = new ArrayList<>();
        for (String name : names) {
            Optional<String> then = Optional.ofNullable(before.get(name));
            Optional<String> today = Optional.ofNullable(now.get(name));
            if (!then.equals(today)) {
                changes.add(new Change(name, then, today));
            }
        }
        return changes;
    }

    private record Change(String name, Optional<String> before, Optional<String> now) {
        /** {@code server spring-mvc was rebuilt since: sha256 12ab34cd56ef then, sha256 34cd56ef78ab now}. */
        String inWords(String missing) {
            boolean program = name.matches("(server|program|classes) .*") && before.isPresent() && now.isPresent();
            return name + (program ? " was rebuilt since: " : " has changed: ") + shortened(before, missing) + " then, "
                    + shortened(now, missing) + " now";
        }

        private static String shortened(Optional<String> value, String missing) {
            return value.map(text -> text.isEmpty() ? "empty" : text)
                    .orElse(missing)
                    .replaceAll("\\b([0-9a-f]{12})[0-9a-f]{52}\\b", "$1");
        }
    }
}
