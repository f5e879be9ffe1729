package dev.loomgate.report;

import dev.loomgate.store.ResultsFile;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints two results side by side: {@code mvn -q compile exec:exec@compare -Dloomgate.earlier=PATH
 * -Dloomgate.later=PATH}. Exits with 0
 * when the table was printed, with 1 when a file can't be used, and with 2 when the fingerprints differ and nobody said
 * {@code -Dloomgate.compare=anyway}.
 */
public final class SideBySide {
    private static final int DONE = 0;
    private static final int UNUSABLE = 1;
    private static final int NOT_COMPARABLE = 2;
    private static final String ANYWAY = "anyway";
    private static final int WIDTH = 130;

    private SideBySide() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String earlier = System.getProperty("loomgate.earlier", "");
        String later = System.getProperty("loomgate.later", "");
        System.exit(print(earlier, later, System.getProperty("loomgate.compare", ""), out));
    }

    /** Answers the exit code. */
    static int print(String earlier, String later, String how, PrintStream out) {
        List<String> problems = new ArrayList<>();
        if (!how.isEmpty() && !how.equals(ANYWAY)) {
            problems.add("-Dloomgate.compare=" + how + ": unknown word '" + how + "'; allowed: " + ANYWAY);
        }
        List<ResultsFile> files = new ArrayList<>();
        read("earlier", earlier, files, problems);
        read("later", later, files, problems);
        if (!problems.isEmpty()) {
            problems.forEach(out::println);
            return UNUSABLE;
        }
        return print(files.get(0), files.get(1), how.equals(ANYWAY), out);
    }

    private static void read(String name, String path, List<ResultsFile> files, List<String> problems) {
        String property = "-Dloomgate." + name + "=" + path;
        if (path.isBlank()) {
            problems.add(property + " has no value: the path of a results.json is expected");
            return;
        }
        try {
            files.add(ResultsFile.read(Path.of(path)));
        } catch (InvalidPathException e) {
            problems.add(property + " is not a path");
        } catch (ResultsFile.Unreadable e) {
            problems.add("-Dloomgate." + name + ": " + e.getMessage());
        }
    }

    private static int print(ResultsFile earlier, ResultsFile later, boolean anyway, PrintStream out) {
        boolean comparable = earlier.fingerprint().equals(later.fingerprint());
        List<String> lines = new ArrayList<>();
        if (!comparable) {
            warn(earlier, later, lines);
        }
        if (!comparable && !anyway) {
            lines.addAll(TextTable.wrap(
                    "Nothing is compared. -Dloomgate.compare=" + ANYWAY + " prints the table in spite of this.",
                    "",
                    WIDTH));
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
            lines.addAll(CellPairs.of(earlier, later).lines(WIDTH));
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
