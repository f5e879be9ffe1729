package dev.loomgate.report;

import dev.loomgate.store.DurableFile;
import dev.loomgate.verdict.SuiteVerdict;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Writes {@code results.json}, {@code summary.md} and {@code index.html} into the output folder of the plan. Each file
 * is replaced as a whole, so that it can be called after every finished cell and a killed run loses at most the
 * running one.
 */
public final class ReportWriter {
    private final ResultsJson results = new ResultsJson();
    private final HtmlPage page = new HtmlPage();

    /** Throws {@link UncheckedIOException} when the output folder can't be written. */
    public synchronized void write(SuiteVerdict suite) {
        Path folder = suite.plan().output();
        // The data first: whatever goes wrong with a page must not cost a measurement.
        DurableFile.replace(folder.resolve("results.json"), results.text(suite));
        DurableFile.replace(folder.resolve("summary.md"), MarkdownSummary.of(suite));
        DurableFile.replace(folder.resolve("index.html"), page.text(suite));
    }
}
