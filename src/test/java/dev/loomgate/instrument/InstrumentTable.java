package dev.loomgate.instrument;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All comparisons as one Markdown table. */
final class InstrumentTable {
    private static final String HEAD = """
            | Server | Claim | Truth | Reported | Difference (median) | over the iterations | Bound | |
            |---|---|--:|--:|--:|--:|--:|---|
            """;

    private InstrumentTable() {}

    static void write(Path file, String title, List<Comparison> comparisons) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, of(title, comparisons));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static String of(String title, List<Comparison> comparisons) {
        String counts = Stream.of(Comparison.Result.values())
                .map(result -> comparisons.stream()
                                .filter(each -> each.result() == result)
                                .count()
                        + " " + result)
                .collect(Collectors.joining(", "));
        String rows = comparisons.stream().map(InstrumentTable::row).collect(Collectors.joining());
        return "# What was reported against what was true\n\n" + title + "\n\n" + counts + ".\n\n" + HEAD + rows
                + reasons(comparisons);
    }

    /** Once per server and reason: a server without a valid iteration leaves all of its claims open. */
    private static String reasons(List<Comparison> comparisons) {
        String list = comparisons.stream()
                .filter(each -> each.pairs().isEmpty())
                .flatMap(each -> each.reasons().stream().map(reason -> "- " + each.what() + ": " + oneLine(reason)))
                .distinct()
                .collect(Collectors.joining("\n"));
        return list.isEmpty() ? "" : "\nNot compared, because:\n\n" + list + "\n";
    }

    private static String oneLine(String reason) {
        return reason.replaceAll("\\s+", " ");
    }

    private static String row(Comparison each) {
        String head = "| " + each.what() + " | " + each.claim() + " | ";
        if (each.pairs().isEmpty()) {
            return head + "| | | | | not compared |\n";
        }
        String unit = each.unit().isEmpty() ? "" : " " + each.unit();
        return head + number(each.truth()) + unit + " | " + number(each.reported()) + unit + " | "
                + signed(each.difference()) + unit + " | " + signed(each.smallestDifference()) + " to "
                + signed(each.largestDifference()) + " of " + each.pairs().size() + " | "
                + (each.bound().every() && each.allowed() == 0 ? "exact" : "± " + number(each.allowed()) + unit) + " | "
                + each.result() + " |\n";
    }

    private static String signed(double value) {
        return (value > 0 ? "+" : "") + number(value);
    }

    /** Whole numbers whole, all others with as many digits as a microsecond among milliseconds needs. */
    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3f", value);
    }
}
