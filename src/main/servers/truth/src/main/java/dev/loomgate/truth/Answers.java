package dev.loomgate.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** The answers as bytes, made once; one instance per thread that writes, because a buffer remembers how far it was read. */
final class Answers {
    final ByteBuffer ok = whole("200 OK", "text/plain", "ok", false);
    final ByteBuffer lastOk = whole("200 OK", "text/plain", "ok", true);
    final ByteBuffer error = whole("500 Internal Server Error", "text/plain", "error", false);
    final ByteBuffer lastError = whole("500 Internal Server Error", "text/plain", "error", true);
    final ByteBuffer half = whole("200 OK", "text/plain", "ok", false);
    final ByteBuffer notFound = whole("404 Not Found", "text/plain", "", false);
    final ByteBuffer lastNotFound = whole("404 Not Found", "text/plain", "", true);
    final ByteBuffer bad = whole("400 Bad Request", "text/plain", "", true);

    Answers() {
        half.limit(half.limit() - 1);
    }

    static ByteBuffer whole(String status, String type, String body, boolean last) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + content.length + "\r\n"
                + (last ? "Connection: close\r\n" : "") + "\r\n";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(start.length + content.length).put(start).put(content).flip();
    }

    ByteBuffer scripted(Outcome outcome, boolean last) {
        return switch (outcome) {
            case OK -> last ? lastOk : ok;
            case ERROR -> last ? lastError : error;
            case HALF, RESET -> half;
        };
    }

    /** False when the client is gone or takes nothing: an answer is far smaller than a socket's buffer. */
    static boolean write(SocketChannel channel, ByteBuffer answer) {
        answer.rewind();
        try {
            channel.write(answer);
            return !answer.hasRemaining();
        } catch (IOException gone) {
            return false;
        }
    }
}
