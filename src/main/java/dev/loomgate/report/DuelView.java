package dev.loomgate.report;

import dev.loomgate.report.PageView.Fact;
import java.util.List;

/** What {@code duel.peb} draws: finished words and places only. */
record DuelView(
        Mark mood,
        String headline,
        List<Count> counts,
        List<String> remarks,
        List<Fact> facts,
        List<Issue> issues,
        List<Block> blocks,
        List<Fact> environment) {

    record Count(int cells, Mark mark) {}

    record Issue(Mark mark, String sentence) {}

    /**
     * The comparisons of a cell, or of several pooled.
     *
     * @param scale what the two ends of a track stand for
     */
    record Block(String subject, String about, String scale, List<Row> rows) {}

    /** @param tracks one, or none where there is no effect to draw */
    record Row(
            Mark mark,
            String metric,
            String meaning,
            String change,
            String interval,
            String limits,
            String units,
            String sentence,
            List<Track> tracks) {}

    /**
     * Places on a line from 0 to 100, 50 is no change.
     *
     * @param tolerate empty, like {@code caught}, when the metric is not gated
     */
    record Track(String low, String width, String at, String tolerate, String caught) {}
}
