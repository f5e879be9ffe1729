package dev.loomgate.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits a command into its words, and makes names and YAML of text that comes from elsewhere. */
final class Words {
    private static final int LONGEST_NAME = 40;
    private static final int LONGEST_COMMENT = 160;

    private Words() {}

    /** As a shell does with quotes, and without anything else that a shell does. */
    static List<String> of(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new InitException("--command '" + command + "' has a quote " + quote + " that does not end");
        }
        if (inWord) {
            words.add(word.toString());
        }
        return List.copyOf(words);
    }

    /** {@code orders-id} for {@code /orders/{id}}: small letters, digits and single hyphens. */
    static String name(String text, String otherwise) {
        String name = text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[-0-9]+", "");
        name = name.substring(0, Math.min(name.length(), LONGEST_NAME)).replaceAll("-+$", "");
        return name.isEmpty() || name.equals("all") ? otherwise : name;
    }

    /** Whether it can stand in one line of YAML, in single quotes. */
    static boolean fitOneLine(String text) {
        return text.codePoints()
                .allMatch(c -> c >= ' '
                        && c != 0x7f
                        && !(c >= 0x80 && c < 0xa0)
                        && c != 0x2028
                        && c != 0x2029
                        && c != 0xfeff
                        && !(c >= 0xd800 && c < 0xe000)
                        && c < 0xfffe);
    }

    /** A value of YAML. In single quotes only a quote has a meaning. */
    static String quoted(String text) {
        if (!fitOneLine(text)) {
            throw new IllegalArgumentException("more than one line of printable text");
        }
        return "'" + text.replace("'", "''") + "'";
    }

    /** A text of the service as a comment: one line, printable, not too long. */
    static String comment(String text) {
        StringBuilder line = new StringBuilder();
        text.strip()
                .codePoints()
                .limit(LONGEST_COMMENT)
                .forEach(c -> line.appendCodePoint(fitOneLine(Character.toString(c)) ? c : ' '));
        return line.toString();
    }
}
