package dev.loomgate.truth;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/** The truth log as a file, written once, when the server ends. */
final class TruthLogFile {
    static final String HEADER = "phase,place,arrived-ns,replied-ns,delay-ns,burned-ns,outcome";
    private static final String FIRST_LINE = "# Loomgate truth log";

    private final Path file;
    private final Script script;
    private final TruthLog log;
    private boolean written;

    TruthLogFile(Path file, Script script, TruthLog log) {
        this.file = file;
        this.script = script;
        this.log = log;
    }

    /** Checks before anything is measured that the file can be written at the end. */
    static Path prepare(String value) throws IOException {
        if (value.isEmpty()) {
            throw new IOException("expected " + Entry.LOG.example());
        }
        Path file = Path.of(value).toAbsolutePath().normalize();
        Files.createDirectories(file.getParent());
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder");
        }
        if (!Files.isWritable(file.getParent())) {
            throw new IOException(file.getParent() + " is not writable");
        }
        if (Files.exists(file) && !isTruthLog(file)) {
            throw new IOException(file + " is there and is no truth log, so it is not replaced");
        }
        return file;
    }

    /** Removes the log of an earlier run, so that it is not taken for this one's. */
    void removeOld() throws IOException {
        Files.deleteIfExists(file);
    }

    /** Complete or not at all: what ends half way leaves no file of that name. */
    synchronized void write() {
        if (written) {
            return;
        }
        written = true;
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (BufferedWriter out = Files.newBufferedWriter(part)) {
                write(out);
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            System.err.println("The truth log " + file + " was not written: " + failed);
        }
    }

    void write(Appendable out) throws IOException {
        out.append(FIRST_LINE).append('\n');
        for (var entry : script.given().entrySet()) {
            out.append("# script ")
                    .append(entry.getKey())
                    .append(": ")
                    .append(entry.getValue())
                    .append('\n');
        }
        out.append("# clock: System.nanoTime, at ")
                .append(Instant.now().toString())
                .append(" it was ");
        out.append(Long.toString(System.nanoTime())).append('\n');
        out.append(HEADER).append('\n');
        long rows = log.rows();
        long place = 0;
        for (long row = 0; row < rows; row++) {
            place = row > 0 && log.phase(row) == log.phase(row - 1) ? place + 1 : 0;
            line(out, row, place);
        }
    }

    private void line(Appendable out, long row, long place) throws IOException {
        long replied = log.repliedNanos(row);
        number(out, log.phase(row));
        number(out, place);
        number(out, log.arrivedNanos(row));
        number(out, replied == 0 ? -1 : replied);
        number(out, log.delayNanos(row));
        number(out, log.burnedNanos(row));
        out.append(replied == 0 ? "unanswered" : log.outcome(row).word()).append('\n');
    }

    private static void number(Appendable out, long number) throws IOException {
        out.append(Long.toString(number)).append(',');
    }

    private static boolean isTruthLog(Path file) throws IOException {
        try (var lines = Files.newBufferedReader(file)) {
            return FIRST_LINE.equals(lines.readLine());
        }
    }
}
