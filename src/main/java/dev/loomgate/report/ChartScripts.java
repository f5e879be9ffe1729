package dev.loomgate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a self-contained page needs to draw its charts: the library, our few lines that call it, and the numbers. */
final class ChartScripts {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FOLDER = "/META-INF/resources/webjars/chart.js/";
    private static final String VERSIONS = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

    private ChartScripts() {}

    /** The library's source and ours; neither contains the end of a script. */
    static String code() {
        return read(FOLDER + version() + "/dist/chart.umd.js") + "\n" + read("/dev/loomgate/report/charts.js");
    }

    /** The numbers, so that no value can end the script it stands in. */
    static String numbers(List<Chart> charts) {
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
