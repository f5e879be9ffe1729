package dev.loomgate.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with one file, so that one run lists everything. */
final class Problems {
    private final SourceText source;
    private final Set<Problem.InFile> found;

    Problems(SourceText source) {
        this.source = source;
        this.found = new LinkedHashSet<>(source.damage());
    }

    /** The file that is read, as it was named. */
    String file() {
        return source.file();
    }

    void at(SourcePosition place, String message) {
        at(place, message, List.of());
    }

    void at(SourcePosition place, String message, Collection<String> allowed) {
        found.add(new Problem.InFile(
                source.file(), place.line(), place.column(), message, source.excerpt(place), List.copyOf(allowed)));
    }

    void unknown(SourcePosition place, String kind, String word, Collection<String> allowed) {
        at(place, "unknown " + kind + " '" + word + "'" + Closest.hint(word, allowed), allowed);
    }

    /** Records that check themselves in their constructor speak plain words: their refusal is a problem of {@code place}. */
    void refused(SourcePosition place, IllegalArgumentException refusal) {
        at(place, String.valueOf(refusal.getMessage()));
    }

    int count() {
        return found.size();
    }

    /** In the order of the file. */
    List<Problem> all() {
        var sorted = new ArrayList<Problem>();
        found.stream()
                .sorted(Comparator.comparing(problem -> new SourcePosition(problem.line(), problem.column())))
                .forEach(sorted::add);
        return sorted;
    }
}
