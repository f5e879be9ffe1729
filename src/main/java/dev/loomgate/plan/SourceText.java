package dev.loomgate.plan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The text of a file, for reading and for excerpts.
 *
 * @param lines of the text, split once: a file may have as many problems as lines
 * @param damage why the text can't be read as YAML at all; empty when it can
 */
record SourceText(String file, String text, List<String> lines, List<Problem.InFile> damage) {
    private static final int EXCERPT_WIDTH = 100;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private SourceText(String file, String text) {
        this(file, text, List.of(text.split("\r\n|\r|\n", -1)), List.of());
    }

    static SourceText read(Path path) {
        SourceText nothing = new SourceText(path.toString(), "");
        if (Files.isDirectory(path)) {
            return nothing.damaged(SourcePosition.WHOLE_FILE, "is a directory, not a file");
        }
        if (!Files.exists(path)) {
            return nothing.damaged(
                    SourcePosition.WHOLE_FILE, "no such file; name another one with -Dloomgate.thresholds=path");
        }
        try (var in = Files.newInputStream(path)) {
            // Bounded before it is decoded: a size limit that first reads everything is none.
            byte[] bytes = in.readNBytes(Defaults.LARGEST_FILE_BYTES + 1);
            return bytes.length > Defaults.LARGEST_FILE_BYTES
                    ? nothing.damaged(
                            SourcePosition.WHOLE_FILE, "is larger than 1 MiB; this can't be a thresholds file")
                    : decode(path.toString(), bytes);
        } catch (IOException e) {
            return nothing.damaged(SourcePosition.WHOLE_FILE, "can't be read; are its permissions right?");
        }
    }

    /** Of what is to become a file. */
    static SourceText of(Path path, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length > Defaults.LARGEST_FILE_BYTES
                ? new SourceText(path.toString(), "").damaged(SourcePosition.WHOLE_FILE, "would be larger than 1 MiB")
                : decode(path.toString(), bytes);
    }

    private static SourceText decode(String file, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        String decoded = out.flip().toString();
        boolean marked = !decoded.isEmpty() && decoded.charAt(0) == BYTE_ORDER_MARK;
        SourceText source = new SourceText(file, marked ? decoded.substring(1) : decoded);
        if (result.isError()) {
            return source.damaged(source.end(), "is not UTF-8 from here on");
        }
        return source.withoutControlCharacters();
    }

    private SourceText withoutControlCharacters() {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (!StreamReader.isPrintable(text.codePointAt(i))) {
                String name = String.format("U+%04X", text.codePointAt(i));
                return damaged(
                        new SourceText(file, text.substring(0, i)).end(),
                        "control character " + name + " is not allowed");
            }
        }
        return this;
    }

    private SourceText damaged(SourcePosition place, String message) {
        var problems = new ArrayList<>(damage);
        problems.add(new Problem.InFile(file, place.line(), place.column(), message, excerpt(place), List.of()));
        return new SourceText(file, text, lines, List.copyOf(problems));
    }

    private SourcePosition end() {
        String last = lines.get(lines.size() - 1);
        return new SourcePosition(lines.size(), last.codePointCount(0, last.length()) + 1);
    }

    /** The line with its number, and a caret below the column. */
    String excerpt(SourcePosition place) {
        if (place.line() < 1 || place.line() > lines.size() || text.isEmpty()) {
            return "";
        }
        int[] line = lines.get(place.line() - 1)
                .codePoints()
                .map(c -> StreamReader.isPrintable(c) && c != '\t' ? c : ' ')
                .toArray();
        int caret = place.column() - 1;
        int from = caret < EXCERPT_WIDTH ? 0 : caret - EXCERPT_WIDTH / 2;
        int to = Math.min(line.length, from + EXCERPT_WIDTH);
        String shown = from >= to ? "" : new String(line, from, to - from);
        String number = String.format("%6d | ", place.line());
        return number + shown + "\n       | " + " ".repeat(caret - from) + "^";
    }
}
