package dev.loomgate.plan;

import java.util.Comparator;
import org.yaml.snakeyaml.error.Mark;

/** Where a word stands in the file: line and column, from 1. Line 0 means the file as a whole. */
record Place(int line, int column) implements Comparable<Place> {
    static final Place WHOLE_FILE = new Place(0, 0);

    private static final Comparator<Place> ORDER =
            Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

    static Place of(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
