package dev.loomgate.report;

import dev.loomgate.report.Chart.ChartSection;
import java.util.List;

/** What {@code index.peb} draws: finished words only, so that the template has nothing to compute or to format. */
record PageView(
        String mood,
        String symbol,
        String headline,
        List<Headline.Count> counts,
        String partial,
        List<Fact> facts,
        List<String> remarks,
        List<Issue> issues,
        List<String> missing,
        List<Group> groups,
        List<Table> tables,
        Curves curves,
        List<Details> cells,
        List<Fact> environment) {

    /**
     * Charts; empty when there was nothing to draw.
     *
     * @param numbers of the charts, as JSON
     * @param code that draws them
     */
    record Curves(List<ChartSection> sections, String numbers, String code) {}

    record Fact(String name, String value) {}

    /** @param rest further lines of a sentence, as of a log */
    record Sentence(String first, String rest) {}

    record Issue(Mark mark, int number, String cell, String gatlingReport, List<Sentence> sentences) {}

    record Group(String title, List<Column> columns) {}

    record Column(String key, String unit, String meaning) {}

    record Table(String workload, String about, List<Row> rows) {}

    record Row(int number, String variant, String where, Mark mark, List<Value> values) {}

    /**
     * @param first opens a group of columns
     * @param style class of the worst verdict, empty when no limit looks at it
     */
    record Value(String text, String interval, String title, boolean first, String style, List<Gate> gates) {}

    record Gate(Mark mark, String limit, String sentence) {}

    record Link(String text, String href) {}

    record Details(
            int number,
            String name,
            String id,
            Mark mark,
            String time,
            List<Link> links,
            List<Sentence> reasons,
            List<String> notes,
            List<Gate> verdicts,
            List<String> iterationColumns,
            List<Iteration> iterations,
            List<dev.loomgate.report.Table> requests,
            List<dev.loomgate.report.Table> explanation,
            List<Fact> effective,
            String commandLine) {}

    /** @param label its number, and where the rate is its own what became of it */
    record Iteration(
            String label,
            Mark mark,
            List<String> values,
            String failed,
            List<String> invalid,
            List<String> notes,
            String hlog) {}
}
