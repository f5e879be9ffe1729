package dev.loomgate.plan;

import java.util.Comparator;
import org.yaml.snakeyaml.error.Mark;

/** Where a word stands in the file: line and column, from 1. Line 0 means the file as a whole. */
record SourcePosition(int line, int column) implements Comparable<SourcePosition> {
    static final SourcePosition WHOLE_FILE = new SourcePosition(0, 0);

    private static final Comparator<SourcePosition> ORDER =
            Comparator.comparingInt(SourcePosition::line).thenComparingInt(SourcePosition::column);

    static SourcePosition of(Mark mark) {
        return new SourcePosition(mark.getLine() + 1, mark.getColumn() + 1);
    }

    @Override
    public int compareTo(SourcePosition other) {
        return ORDER.compare(this, other);
    }
}
