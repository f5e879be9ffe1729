package dev.loomgate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A chart of lines over numbers, or of points over names. The page draws it with Chart.js; the table with the same
 * numbers stands beside it.
 *
 * @param id fit for an HTML id
 * @param title one line
 * @param across name and unit of what goes to the right
 * @param up name and unit of what goes up
 * @param logarithmic whether the numbers to the right are, all of them being above 0
 * @param names what stands at 0, 1, 2 and so on to the right; empty where those are numbers, whose points are joined
 */
public record Chart(
        String id, String title, String across, String up, boolean logarithmic, List<String> names, List<Line> lines) {
    public Chart {
        names = List.copyOf(names);
        lines = List.copyOf(lines);
    }

    /** Over numbers. */
    public Chart(String id, String title, String across, String up, boolean logarithmic, List<Line> lines) {
        this(id, title, across, up, logarithmic, List.of(), lines);
    }

    /**
     * One line, drawn through its points.
     *
     * @param points from the left to the right
     */
    public record Line(String name, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * Where a line goes through.
     *
     * @param low end of its interval; y itself when there is none
     * @param high end of its interval
     */
    public record Point(double x, double y, double low, double high) {
        public Point(double x, double y) {
            this(x, y, y, y);
        }
    }

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

    /**
     * What a self-contained page needs to draw its charts: the library, our few lines that call it, and the numbers.
     */
    public static final class ChartScripts {
        private static final ObjectMapper JSON = new ObjectMapper();
        private static final String FOLDER = "/META-INF/resources/webjars/chart.js/";
        private static final String VERSIONS = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

        private ChartScripts() {}

        /** The library's source and ours; neither contains the end of a script. */
        public static String code() {
            return read(FOLDER + version() + "/dist/chart.umd.js") + "\n" + read("/dev/loomgate/report/charts.js");
        }

        /** The numbers, so that no value can end the script it stands in. */
        public static String numbers(List<Chart> charts) {
            try {
                return JSON.writeValueAsString(charts).replace("<", "\\u003c");
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a chart is numbers and names", e);
            }
        }

        private static String version() {
            return read(VERSIONS)
                    .lines()
                    .filter(line -> line.startsWith("version="))
                    .map(line -> line.substring("version=".length()).strip())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(VERSIONS + " tells no version"));
        }

        private static String read(String resource) {
            try (InputStream stream = ChartScripts.class.getResourceAsStream(resource)) {
                if (stream == null) {
                    throw new IllegalStateException("the program is incomplete: there is no " + resource + " in it");
                }
                String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                if (text.contains("</script")) {
                    throw new IllegalStateException(resource + " would end the script it stands in");
                }
                return text;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + resource, e);
            }
        }
    }
}
