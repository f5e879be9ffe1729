package dev.loomgate.report;

import java.util.List;

/**
 * Charts that belong together, with the tables that hold their numbers.
 *
 * @param note one sentence above the charts
 */
record ChartSection(String title, String note, List<Chart> charts, List<Table> tables) {
    ChartSection {
        charts = List.copyOf(charts);
        tables = List.copyOf(tables);
    }
}
