package dev.loomgate.truth;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The head of a request, as far as this server has to understand it. Makes no objects. */
final class Head {
    enum Target {
        TRUTH,
        EMPTY,
        EFFECTIVE,
        OTHER,
        BAD
    }

    static final int LONGEST = 16 << 10;

    private static final byte[] GET_TRUTH = bytes("GET /truth");
    private static final byte[] POST_TRUTH = bytes("POST /truth");
    private static final byte[] GET_EMPTY = bytes("GET /empty");
    private static final byte[] GET_EFFECTIVE = bytes("GET /effective");
    private static final byte[] HTTP_1_1 = bytes("HTTP/1.1");
    private static final byte[] HTTP_1_0 = bytes("HTTP/1.0");
    private static final byte[] CONNECTION = bytes("connection:");
    private static final byte[] CLOSE = bytes("close");
    private static final byte[] CONTENT_LENGTH = bytes("content-length:");
    private static final byte[] TRANSFER_ENCODING = bytes("transfer-encoding:");

    private static final byte[] ZERO = bytes(" 0");

    private Target target = Target.BAD;
    private boolean last;
    private boolean takesBody;
    private int bodyLength;

    /** Length of the head with its empty line, or -1 when it is not complete. */
    static int length(byte[] bytes, int from, int to) {
        for (int at = from; at + 3 < to; at++) {
            if (bytes[at] == '\r' && bytes[at + 1] == '\n' && bytes[at + 2] == '\r' && bytes[at + 3] == '\n') {
                return at + 4 - from;
            }
        }
        return -1;
    }

    /** Takes in a complete head. */
    void read(byte[] bytes, int from, int to) {
        int line = endOfLine(bytes, from, to);
        boolean http11 = is(HTTP_1_1, bytes, line - HTTP_1_1.length, from, line);
        last = !http11;
        takesBody = path(POST_TRUTH, bytes, from, line);
        bodyLength = 0;
        target = http11 || is(HTTP_1_0, bytes, line - HTTP_1_0.length, from, line)
                ? target(bytes, from, line)
                : Target.BAD;
        for (int at = line + 2; at < to - 2; at = line + 2) {
            line = endOfLine(bytes, at, to);
            header(bytes, at, line);
        }
    }

    Target target() {
        return target;
    }

    /** Of what follows the head and belongs to the request. */
    int bodyLength() {
        return bodyLength;
    }

    /** Whether the connection is closed after the answer. */
    boolean last() {
        return last || target == Target.BAD;
    }

    private void header(byte[] bytes, int from, int to) {
        if (is(CONNECTION, bytes, from, from, to)) {
            last |= contains(CLOSE, bytes, from + CONNECTION.length, to);
        } else if (takesBody && is(CONTENT_LENGTH, bytes, from, from, to)) {
            bodyLength = number(bytes, from + CONTENT_LENGTH.length, to);
        } else if (is(TRANSFER_ENCODING, bytes, from, from, to)
                || is(CONTENT_LENGTH, bytes, from, from, to) && !contains(ZERO, bytes, to - ZERO.length, to)) {
            // No other takes a body, and what follows could not be told from the next request.
            target = target == Target.BAD ? Target.BAD : Target.OTHER;
            last = true;
        }
    }

    private static Target target(byte[] bytes, int from, int to) {
        if (path(GET_TRUTH, bytes, from, to) || path(POST_TRUTH, bytes, from, to)) {
            return Target.TRUTH;
        }
        if (path(GET_EMPTY, bytes, from, to)) {
            return Target.EMPTY;
        }
        return path(GET_EFFECTIVE, bytes, from, to) ? Target.EFFECTIVE : Target.OTHER;
    }

    /** The digits there; what fits into no buffer is never complete. */
    private static int number(byte[] bytes, int from, int to) {
        int number = 0;
        for (int at = from; at < to && number <= LONGEST; at++) {
            if (bytes[at] >= '0' && bytes[at] <= '9') {
                number = 10 * number + bytes[at] - '0';
            }
        }
        return number;
    }

    private static boolean path(byte[] wanted, byte[] bytes, int from, int to) {
        int end = from + wanted.length;
        return end < to
                && Arrays.equals(wanted, 0, wanted.length, bytes, from, end)
                && (bytes[end] == ' ' || bytes[end] == '?');
    }

    /** Whether the wanted word stands there, in small or capital letters. */
    private static boolean is(byte[] wanted, byte[] bytes, int at, int from, int to) {
        if (at < from || at + wanted.length > to) {
            return false;
        }
        for (int index = 0; index < wanted.length; index++) {
            if (lower(bytes[at + index]) != lower(wanted[index])) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(byte[] wanted, byte[] bytes, int from, int to) {
        for (int at = from; at + wanted.length <= to; at++) {
            if (is(wanted, bytes, at, from, to)) {
                return true;
            }
        }
        return false;
    }

    private static byte lower(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? (byte) (letter + 32) : letter;
    }

    private static int endOfLine(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
