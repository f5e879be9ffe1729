package dev.loomgate.report;

import dev.loomgate.store.ResultsFile;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Two results side by side, in lines for the console. */
public final class SideBySide {
    private static final int DONE = 0;
    private static final int UNUSABLE = 1;
    private static final int NOT_COMPARABLE = 2;
    private static final int WIDTH = 130;

    private SideBySide() {}

    /**
     * Prints the cells that both files have.
     *
     * @param anyway even when the fingerprints differ
     * @return 0 when the table was printed, 1 when a file can't be used, 2 when the fingerprints differ
     */
    public static int print(Path earlier, Path later, boolean anyway, PrintStream out) {
        List<ResultsFile> files = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Path file : List.of(earlier, later)) {
            try {
                files.add(ResultsFile.read(file));
            } catch (ResultsFile.Unreadable e) {
                problems.add(e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            problems.forEach(out::println);
            return UNUSABLE;
        }
        return print(files.get(0), files.get(1), anyway, out);
    }

    private static int print(ResultsFile earlier, ResultsFile later, boolean anyway, PrintStream out) {
        boolean comparable = earlier.fingerprint().equals(later.fingerprint());
        List<String> lines = new ArrayList<>();
        if (!comparable) {
            warn(earlier, later, lines);
        }
        if (!comparable && !anyway) {
            lines.addAll(TextTable.wrap("Nothing is compared. --anyway prints the table in spite of this.", "", WIDTH));
        } else {
            lines.add("earlier: " + earlier.started() + ", fingerprint " + earlier.fingerprint());
            lines.add("later:   " + later.started() + ", fingerprint " + later.fingerprint());
            ResultsFile.differences(earlier.underTest(), later.underTest())
                    .forEach(each -> lines.addAll(TextTable.wrap("- also different: " + each, "  ", WIDTH)));
            if (earlier.timesGoodAnswersOnly() != later.timesGoodAnswersOnly()) {
                lines.addAll(TextTable.wrap(
                        "- the percentiles of one of them include failed and wrong answers, those of the other do not:"
                                + " where there were any they do not compare",
                        "  ",
                        WIDTH));
            }
            lines.add("");
            lines.addAll(CellPairs.lines(earlier, later, WIDTH));
            lines.addAll(TextTable.wrap(
                    "This is no verdict: two runs of one boot each say nothing about chance, and a few percent between them mean"
                            + " little. Limits against another variant, measured in one run, are judged with their intervals.",
                    "",
                    WIDTH));
        }
        lines.forEach(line -> out.println(line.stripTrailing()));
        return comparable || anyway ? DONE : NOT_COMPARABLE;
    }

    private static void warn(ResultsFile earlier, ResultsFile later, List<String> lines) {
        lines.add("WARNING: the fingerprints differ, " + earlier.fingerprint() + " -> " + later.fingerprint()
                + ". These numbers do not compare:");
        List<String> differences = ResultsFile.differences(earlier.deciding(), later.deciding());
        differences.forEach(difference -> lines.addAll(TextTable.wrap("- " + difference, "  ", WIDTH)));
        if (differences.isEmpty()) {
            lines.add("  - in something that was not recorded");
        }
        lines.add("");
    }
}
