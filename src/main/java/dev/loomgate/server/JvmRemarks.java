package dev.loomgate.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a JVM says of its own options in a server's log: one that is deprecated, ignored, or could not be followed, as an
 * archive that was not used.
 */
public final class JvmRemarks {
    private static final int FIRST_LINES = 200;
    private static final int MOST = 5;

    /** {@code OpenJDK 64-Bit Server VM warning: …}, and unified logging: {@code [0.012s][warning][cds] …}. */
    private static final Pattern REMARK =
            Pattern.compile(".* VM warning: .*|(\\[[^\\]]*\\])*\\[(warning|error)\\s*\\].*");

    private static final Pattern TIME = Pattern.compile("^\\[[\\d.,]+m?s\\]");

    private JvmRemarks() {}

    /** Each once, without times; none where there is no log. */
    public static List<String> in(Path log) {
        // A log may hold bytes that are no text.
        try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1);
                Stream<String> lines = reader.lines()) {
            return lines.limit(FIRST_LINES)
                    .filter(line -> REMARK.matcher(line).matches())
                    .map(line -> TIME.matcher(line).replaceFirst(""))
                    .distinct()
                    .limit(MOST)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
