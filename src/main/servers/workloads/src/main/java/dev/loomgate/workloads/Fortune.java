package dev.loomgate.workloads;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A row of the table that {@code fortunes} reads (DEBS 3.2, the Fortunes test of TechEmpower). */
public record Fortune(int id, String message) {
    /** Reads all rows; no order is asked of the database, sorting is the server's work. */
    public static final String SELECT = "SELECT id, message FROM fortune";

    /** What {@code fortunes} answers: the rows and one more that no database knows, sorted by message. */
    public static List<Fortune> withOneMore(List<Fortune> rows) {
        return Stream.concat(rows.stream(), Stream.of(new Fortune(0, "This one was added while you asked.")))
                .sorted(Comparator.comparing(Fortune::message))
                .toList();
    }
}
