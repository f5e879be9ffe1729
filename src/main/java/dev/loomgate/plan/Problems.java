package dev.loomgate.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with one file, so that one run lists everything, and which other files it names. */
final class Problems {
    private final SourceText source;
    private final NamedFiles files;
    private final Set<Problem.InFile> found;
    private final Set<SourcePosition> places = new HashSet<>();
    private final Set<SourcePosition> doubts = new LinkedHashSet<>();

    Problems(SourceText source) {
        this(source, NamedFiles.read());
    }

    Problems(SourceText source, NamedFiles files) {
        this.source = source;
        this.files = files;
        this.found = new LinkedHashSet<>(source.damage());
    }

    /** The file that is read, as it was named. */
    String file() {
        return source.file();
    }

    NamedFiles files() {
        return files;
    }

    void at(SourcePosition place, String message) {
        at(place, message, List.of());
    }

    void at(SourcePosition place, String message, Collection<String> allowed) {
        places.add(place);
        found.add(new Problem.InFile(
                source.file(), place.line(), place.column(), message, source.excerpt(place), List.copyOf(allowed)));
    }

    static String unknown(String kind, String word, Collection<String> allowed) {
        return "unknown " + kind + " '" + word + "'" + Closest.hint(word, allowed);
    }

    /** Whether something at this very place was refused. */
    boolean standAt(SourcePosition place) {
        return places.contains(place);
    }

    /** Something could not be read. If nothing else is reported, this is: no file with a gap is sound. */
    void doubt(SourcePosition place) {
        doubts.add(place);
    }

    /** In the order of the file. */
    List<Problem> all() {
        if (found.isEmpty()) {
            doubts.forEach(place -> at(place, "can't be read"));
        }
        return found.stream()
                .sorted(Comparator.comparing(problem -> new SourcePosition(problem.line(), problem.column())))
                .map(Problem.class::cast)
                .toList();
    }
}
