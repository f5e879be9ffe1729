package dev.loomgate.report;

import dev.loomgate.verdict.SuiteVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes {@code results.json}, {@code summary.md} and {@code index.html} into the output folder of the plan. Each file is replaced as a
 * whole, so that it can be called after every finished cell and a killed run loses at most the running one.
 */
public final class ReportWriter {
    private final ResultsJson results = new ResultsJson();
    private final HtmlPage page = new HtmlPage();

    /** Throws {@link UncheckedIOException} when the output folder can't be written. */
    public synchronized void write(SuiteVerdict suite) {
        Path folder = suite.plan().output();
        // The data first: whatever goes wrong with a page must not cost a measurement.
        replace(folder, "results.json", results.text(suite));
        replace(folder, "summary.md", MarkdownSummary.of(suite));
        replace(folder, "index.html", page.text(suite));
    }

    static void replace(Path folder, String name, String text) {
        Path temporary = folder.resolve("." + name + ".tmp");
        try {
            Files.createDirectories(folder);
            // Not writeString: it refuses half a character, and a log line may end in one.
            Files.write(temporary, text.getBytes(StandardCharsets.UTF_8));
            Files.move(temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder.resolve(name) + ": " + e.getMessage(), e);
        }
    }
}
