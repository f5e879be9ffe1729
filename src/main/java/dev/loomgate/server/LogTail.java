package dev.loomgate.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The end of a server's log. */
public final class LogTail {
    private static final int LINES = 20;
    private static final int MOST_BYTES = 64 * 1024;
    private static final Pattern PORT_TAKEN = Pattern.compile(
            "(?i)address already in use|port (\\d+ )?(is |was )?already in use|java\\.net\\.BindException");

    private LogTail() {}

    /** The last 20 lines. */
    public static String of(Path log) {
        List<String> lines = end(log).lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }

    /** The same for a message, with the log's name, on lines of its own. */
    public static String inMessage(Path log) {
        return "\nlog: " + log + ", its last lines:\n" + of(log).indent(2);
    }

    /** Whether the server says that somebody else had its port. */
    static boolean tellsPortTaken(Path log) {
        return tellsPortTaken(end(log));
    }

    /** The same of some text: an end of a log, the message of an exception. */
    public static boolean tellsPortTaken(String text) {
        return PORT_TAKEN.matcher(text).find();
    }

    private static String end(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long size = file.length();
            byte[] bytes = new byte[(int) Math.min(size, MOST_BYTES)];
            file.seek(size - bytes.length);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
