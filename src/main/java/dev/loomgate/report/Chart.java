package dev.loomgate.report;

import java.util.List;

/**
 * A chart of lines over numbers. The page draws it with Chart.js; the table with the same numbers stands beside it.
 *
 * @param id fit for an HTML id
 * @param title one line
 * @param across name and unit of what goes to the right
 * @param up name and unit of what goes up
 * @param logarithmic whether the numbers to the right are, all of them being above 0
 */
record Chart(String id, String title, String across, String up, boolean logarithmic, List<Line> lines) {
    Chart {
        lines = List.copyOf(lines);
    }

    /** @param points from the left to the right */
    record Line(String name, List<Point> points) {
        Line {
            points = List.copyOf(points);
        }
    }

    /**
     * Where a line goes through.
     *
     * @param low end of its interval; y itself when there is none
     * @param high end of its interval
     */
    record Point(double x, double y, double low, double high) {
        Point(double x, double y) {
            this(x, y, y, y);
        }
    }
}
