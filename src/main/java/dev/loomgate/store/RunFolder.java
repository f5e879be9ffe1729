package dev.loomgate.store;

import dev.loomgate.server.OwnedFolder;
import dev.loomgate.store.RunRecord.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The output folder of a run, and what becomes of what earlier runs left in it. Results of the run before never stand
 * where this run reports; nothing that was measured is deleted before {@value #MOST_BEFORE} later runs have measured
 * something, too; and only names that a run writes are ever moved or deleted.
 *
 * <ul>
 *   <li>{@code previous/}: the results and logs of the run before.
 *   <li>{@code cells.before-<time>/}, {@code duel.before-<time>/}: a whole earlier run, an output folder of its own,
 *       which {@code -Dloomgate.output} can name to go on with it.
 *   <li>{@code measured-servers/}: the servers of the run that is going on.
 * </ul>
 */
public final class RunFolder {
    static final int MOST_BEFORE = 3;

    private static final String MARKER = ".loomgate";
    private static final String PREVIOUS = "previous";
    private static final String SERVERS = "measured-servers";

    /**
     * What a reader or a CI job takes for the findings of the latest run, and the logs that a run opens before it
     * knows whether it goes on.
     */
    private static final List<String> FINDINGS = List.of(
            "results.json", "index.html", "summary.md", "claims.md", "calibration.html", "calibration.md", "logs");

    /** What kept cells and units link to. */
    private static final List<String> LINKED = List.of("server-logs", "gatling", "hlog", "jfr");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path output;

    private RunFolder(Path output) {
        this.output = output;
    }

    /**
     * Makes room for a run, before it writes anything: what the run before found is in {@code previous/} from now on.
     *
     * @throws IllegalStateException when the folder holds files of these names that no run has left
     */
    public static RunFolder begin(Path output) {
        RunFolder folder = new RunFolder(output);
        try {
            folder.refuseWhatIsNotOurs();
            Files.createDirectories(output);
            DurableFile.replace(output.resolve(MARKER), "The output folder of Loomgate runs.\n");
            OwnedFolder.delete(folder.servers());
            if (FINDINGS.stream().anyMatch(name -> exists(output.resolve(name)))) {
                OwnedFolder.delete(folder.previous());
                move(FINDINGS, output, folder.previous());
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make room for a run in " + output + ": " + e, e);
        }
    }

    public Path output() {
        return output;
    }

    /** Where the results of the run before are, if it had any. */
    public Path previous() {
        return output.resolve(PREVIOUS);
    }

    public Path servers() {
        return output.resolve(SERVERS);
    }

    /**
     * Moves everything that the run before left out of the way of one that starts anew.
     *
     * @return where it is now; empty when it had measured nothing
     */
    public Optional<Path> startAnew(Kind kind) {
        try {
            if (kind.kept(output) == 0) {
                move(LINKED, output, previous());
                return Optional.empty();
            }
            Path before = freshFolder(kind);
            // The record first, as a copy: killed anywhere in between, cells and units are never without theirs.
            for (Path file : List.of(kind.file(output), kind.thresholds(output))) {
                if (exists(file)) {
                    DurableFile.replace(before.resolve(file.getFileName()), Files.readString(file));
                }
            }
            DurableFile.replace(before.resolve(MARKER), "The output folder of a Loomgate run.\n");
            move(kind.measured(), output, before);
            move(LINKED, output, before);
            move(FINDINGS, previous(), before);
            OwnedFolder.delete(previous());
            forgetTheOldest(kind, before);
            return Optional.of(before);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move the run before out of the way in " + output + ": " + e, e);
        }
    }

    /**
     * A folder that others use, too, may hold anything; of names that a run would move or delete, it must hold none.
     */
    private void refuseWhatIsNotOurs() {
        boolean ours = exists(output.resolve(MARKER))
                || Stream.of(Kind.values()).anyMatch(kind -> RunRecord.isRecord(kind.file(output)));
        List<String> taken = Stream.of(
                        FINDINGS.stream(),
                        LINKED.stream(),
                        Stream.of(PREVIOUS, SERVERS),
                        Stream.of(Kind.values()).flatMap(kind -> kind.measured().stream()))
                .flatMap(names -> names)
                .filter(name -> exists(output.resolve(name)))
                .toList();
        if (!ours && !taken.isEmpty()) {
            throw new IllegalStateException(output.toAbsolutePath() + " holds " + String.join(", ", taken)
                    + ", which no run of Loomgate has left there; nothing was moved and nothing was started. Name another"
                    + " folder with -Dloomgate.output=<folder>, or remove them.");
        }
    }

    private Path freshFolder(Kind kind) throws IOException {
        String name = kind.word() + ".before-" + TIME.format(Instant.now());
        Path folder = output.resolve(name);
        for (int number = 2; exists(folder); number++) {
            folder = output.resolve(name + "-" + number);
        }
        return Files.createDirectory(folder);
    }

    /** The newest stays; of the others those with the most cells or units, because they took the longest. */
    private void forgetTheOldest(Kind kind, Path newest) throws IOException {
        List<Path> others;
        try (Stream<Path> entries = Files.list(output)) {
            others = new ArrayList<>(entries.filter(entry -> !entry.equals(newest))
                    .filter(entry ->
                            entry.getFileName().toString().matches(kind.word() + "\\.before-\\d{8}-\\d{6}(-\\d+)?"))
                    .sorted(Comparator.comparingLong((Path entry) -> kind.kept(entry))
                            .thenComparing(entry -> entry.getFileName().toString()))
                    .toList());
        }
        while (others.size() >= MOST_BEFORE) {
            OwnedFolder.delete(others.removeFirst());
        }
    }

    /** Those of these names that are there; what has the same name at the other place is replaced. */
    private static void move(List<String> names, Path from, Path to) throws IOException {
        boolean moved = false;
        for (String name : names) {
            if (exists(from.resolve(name))) {
                Files.createDirectories(to);
                OwnedFolder.delete(to.resolve(name));
                Files.move(from.resolve(name), to.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                moved = true;
            }
        }
        if (moved) {
            DurableFile.force(to);
            DurableFile.force(from);
        }
    }

    /** Also a link that leads nowhere is there. */
    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Deletes the copies of the servers, which are not needed once the run has ended. */
    public void deleteServers() {
        try {
            OwnedFolder.delete(servers());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + servers(), e);
        }
    }
}
