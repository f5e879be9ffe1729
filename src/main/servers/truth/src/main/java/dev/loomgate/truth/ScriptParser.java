package dev.loomgate.truth;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Understands all entries of a script or lists all of its problems. */
final class ScriptParser {
    private final Map<String, String> given = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    private interface Reading<T> {
        T of(Words words) throws NotUnderstood;
    }

    private ScriptParser(Map<String, String> properties) {
        properties.forEach((name, value) -> {
            if (name.startsWith(Entry.PREFIX)) {
                given.put(name.substring(Entry.PREFIX.length()), value.strip());
            }
        });
    }

    /**
     * Takes every property that starts with {@link Entry#PREFIX}.
     *
     * @throws IllegalArgumentException with all problems, each with its place and what would be understood
     */
    static Script parse(Map<String, String> properties) {
        return new ScriptParser(properties).parse();
    }

    private Script parse() {
        given.keySet().forEach(this::checkName);
        Script script = new Script(
                read(Entry.DELAY, Values::delay, new Delay.None()),
                read(Entry.SEED, words -> words.whole("a whole number, such as 1"), 1L),
                read(Entry.FREEZE, words -> Optional.of(Values.freeze(words)), Optional.<Script.Freeze>empty()),
                read(Entry.RATE_CAP, Words::nanosBetween, 0L),
                read(Entry.ERRORS, Words::perMillion, 0L),
                read(Entry.RESETS, Words::perMillion, 0L),
                read(Entry.HALF_BODIES, Words::perMillion, 0L),
                read(Entry.ACCEPT_DELAY, Values::time, 0L),
                read(Entry.BURN, Values::burn, 0L),
                read(Entry.ALLOCATE, Values::arrayBytes, 0),
                read(Entry.RETAIN, Values::arrayBytes, 0),
                read(Entry.HOLD, Values::hold, 0L),
                read(Entry.THREADS, Values::threads, 0),
                log(),
                Map.copyOf(given));
        checkShares(script);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    (problems.size() == 1 ? "one problem" : problems.size() + " problems")
                            + " in its script:\n\n" + String.join("\n\n", problems));
        }
        return new Script(
                script.delay(), script.seed(), script.freeze(), script.rateCapNanos(), script.errorsPerMillion(),
                script.resetsPerMillion(), script.halvesPerMillion(), script.acceptDelayNanos(), script.burnNanos(),
                script.allocateBytes(), script.retainBytes(), script.holdBytes(), script.threads(), script.log(), given);
    }

    private void checkName(String name) {
        if (Entry.named(name).isEmpty()) {
            problems.add(property(name) + "\n  there is no \"" + name + "\", did you mean \"" + Entry.closestTo(name).word()
                    + "\"? Known are " + Entry.all());
        }
    }

    private <T> T read(Entry entry, Reading<T> reading, T absent) {
        String value = given.get(entry.word());
        if (value == null) {
            return absent;
        }
        Words words = new Words(value);
        try {
            T read = reading.of(words);
            words.end();
            return read;
        } catch (NotUnderstood wrong) {
            problems.add(wrong.below(property(entry.word())) + "  " + wrong.getMessage() + "\n  what is understood: "
                    + entry.example());
            return absent;
        }
    }

    private Optional<Path> log() {
        String value = given.get(Entry.LOG.word());
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(TruthLogFile.prepare(value));
        } catch (IOException | IllegalArgumentException impossible) {
            problems.add(property("log") + "\n  no log can be written there: " + impossible.getMessage());
            return Optional.empty();
        }
    }

    private void checkShares(Script script) {
        long sum = script.errorsPerMillion() + script.resetsPerMillion() + script.halvesPerMillion();
        if (sum > 1_000_000) {
            problems.add("errors, resets and half-bodies together are " + sum / 10_000.0
                    + "%, but a request is hit by one of them at most: expected up to 100%");
        }
    }

    private String property(String name) {
        return "  -D" + Entry.PREFIX + name + "=" + given.get(name);
    }
}
