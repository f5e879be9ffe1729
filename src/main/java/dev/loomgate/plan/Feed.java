package dev.loomgate.plan;

import java.util.List;

/**
 * Records of a data file, which fill the places of requests. Every server that is measured gets the same records in the
 * same order.
 *
 * @param file as it is named in messages
 * @param columns names of the places that a record fills
 * @param records one value for each column
 */
public record Feed(String file, Order order, List<String> columns, List<List<String>> records) {
    private static final int MOST_RECORDS = 200_000;

    /** Which record comes next. */
    public enum Order {
        /** The next of the file, and the first behind the last. */
        CIRCULAR,
        /** The same in an order that is drawn once. */
        SHUFFLED,
        /** Any, each time. */
        RANDOM
    }

    public Feed {
        columns = List.copyOf(columns);
        records = records.stream().map(List::copyOf).toList();
        if (records.isEmpty()) {
            throw new IllegalArgumentException(file + " has no record");
        }
        if (records.size() > MOST_RECORDS) {
            throw new IllegalArgumentException(
                    file + " has " + records.size() + " records, and may have " + MOST_RECORDS + " at most");
        }
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i).size() != columns.size()) {
                throw new IllegalArgumentException("record " + (i + 1) + " of " + file + " has "
                        + records.get(i).size() + " values, and " + columns.size() + " are expected: "
                        + String.join(", ", columns));
            }
        }
    }

    String value(int record, String column) {
        return records.get(record).get(columns.indexOf(column));
    }
}
