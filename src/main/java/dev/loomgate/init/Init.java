package dev.loomgate.init;

import dev.loomgate.init.FirstFile.ProgramEntry;
import dev.loomgate.plan.PlanReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * Writes a first thresholds file for a service.
 *
 * @param file that is written; paths of the others are relative to its folder
 * @param jar of the service; empty for a command
 * @param command of the service; empty for a jar
 * @param port how the service is told its port; empty for what is usual
 * @param url where it runs now; empty for the usual address, or to ask no service where there is a document
 * @param openApi file with its document; empty to look for it at the service
 * @param paths that are asked beside what the document has
 * @param ready path that answers 200 once it serves; empty to look for it
 * @param rate of the load, requests per second
 * @param java feature version that it is measured on
 */
public record Init(
        Path file,
        String jar,
        String command,
        String port,
        String url,
        String openApi,
        List<String> paths,
        String ready,
        int rate,
        int java) {
    private static final String USUAL_URL = "http://127.0.0.1:8080";

    public Init {
        paths = List.copyOf(paths);
    }

    /**
     * Writes it.
     *
     * @return what was found, in lines for the console
     * @throws InitException saying what to mend; then nothing was written
     */
    public List<String> write() {
        return write(Init::pause);
    }

    /**
     * Each question is asked twice, to see whether the answer stays the same. An answer with the time of day in it
     * changes every second, so the second question waits until the clock shows another second, wherever it is.
     */
    private static void pause() {
        long later = Instant.now().getEpochSecond() + 2;
        Awaitility.await()
                .dontCatchUncaughtExceptions()
                .pollInterval(Duration.ofMillis(50))
                .until(() -> Instant.now().getEpochSecond() >= later);
    }

    List<String> write(Runnable pause) {
        if (Files.exists(file)) {
            throw new InitException(file + " is there already, and is left as it is: name another one with --file, or"
                    + " measure limits for it with 'limits " + file + "'");
        }
        ProgramEntry program = program();
        FoundService service = service(pause);
        String text = new FirstFile(program, service, java, rate).text();
        PlanReader.complaints(file, text).ifPresent(problems -> {
            throw new InitException("what was found can't stand in a thresholds file, so nothing was written; leave out"
                    + " what is wrong, or name paths with --path and no document:\n" + problems);
        });
        try {
            Files.createDirectories(folder());
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new InitException(file + " is there already, and is left as it is");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
        return said(program, service);
    }

    private FoundService service(Runnable pause) {
        Optional<Path> document = openApi.isEmpty() ? Optional.empty() : Optional.of(path("openapi", openApi));
        Discovery discovery = new Discovery(document, paths, ready.isEmpty() ? Optional.empty() : Optional.of(ready));
        return url.isEmpty() && document.isPresent()
                ? discovery.unasked(document.get())
                : discovery.asked(new RunningService(url.isEmpty() ? USUAL_URL : url), pause);
    }

    private List<String> said(ProgramEntry program, FoundService service) {
        List<String> lines = new ArrayList<>();
        lines.add("the service: " + program.kind().words() + ", told its port by "
                + program.kind().portKey() + " "
                + program.kind().portValue() + ", ready when " + service.ready() + " answers 200"
                + (service.asked() ? "" : " (not asked: no --url was given)"));
        lines.add("its requests: "
                + (service.source().isEmpty() ? "no OpenAPI document was found" : "from " + service.source()) + "; "
                + service.active().size() + " measured, "
                + (service.requests().size() - service.active().size()) + " in comments, "
                + service.left().size() + " left out");
        service.requests().stream()
                .filter(each -> !each.active() && each.request().method().equals("GET"))
                .forEach(each ->
                        lines.add("  not measured: GET " + each.request().path() + ", " + each.why()));
        lines.add("written: " + file);
        return lines;
    }

    private ProgramEntry program() {
        if (jar.isEmpty() == command.isEmpty()) {
            throw new InitException(
                    "say what is started, with one of --jar target/shop.jar and --command 'node server.js'");
        }
        ServiceKind kind;
        List<String> words = List.of();
        if (jar.isEmpty()) {
            words = Words.of(command);
            if (words.isEmpty() || !words.stream().allMatch(word -> !word.isBlank() && Words.fitOneLine(word))) {
                throw new InitException("--command '" + Words.comment(command)
                        + "' has no words, or one that is empty or" + " not printable");
            }
            kind = ServiceKind.COMMAND;
        } else {
            kind = ServiceKind.of(path("jar", jar));
        }
        return new ProgramEntry(
                jar.isEmpty() ? "service" : nameOf(jar), jar, words, port.isEmpty() ? kind : kind.withPort(port));
    }

    /** {@code shop} for {@code target/shop-1.0-SNAPSHOT.jar}. */
    private static String nameOf(String jar) {
        String name = Path.of(jar)
                .getFileName()
                .toString()
                .replaceFirst("(-\\d.*)?(-(runner|exec|all|fat|shaded))?\\.jar$", "");
        return name.equals("quarkus-run") || name.equals("quarkus") ? "service" : Words.name(name, "service");
    }

    private Path path(String option, String text) {
        try {
            if (!Words.fitOneLine(text)) {
                throw new InitException("--" + option + " is not a path of printable characters");
            }
            return folder().resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new InitException("--" + option + " '" + text + "' is not a path");
        }
    }

    private Path folder() {
        return file.toAbsolutePath().resolveSibling("");
    }
}
