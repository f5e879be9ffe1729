package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadTest {
    private static Head read(String... lines) {
        byte[] bytes = ("xx" + String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        assertThat(Head.length(bytes, 2, bytes.length)).isEqualTo(bytes.length - 2);
        assertThat(Head.length(bytes, 2, bytes.length - 1)).isEqualTo(-1);
        Head head = new Head();
        head.read(bytes, 2, bytes.length);
        return head;
    }

    @ParameterizedTest
    @CsvSource({
        "GET /truth HTTP/1.1, TRUTH, false",
        "GET /truth?x=1 HTTP/1.1, TRUTH, false",
        "GET /effective HTTP/1.1, EFFECTIVE, false",
        "GET /empty HTTP/1.1, EMPTY, false",
        "GET /truth HTTP/1.0, TRUTH, true",
        "GET /truths HTTP/1.1, OTHER, false",
        "GET /TRUTH HTTP/1.1, OTHER, false",
        "POST /truth HTTP/1.1, TRUTH, false",
        "GET / HTTP/1.1, OTHER, false",
        "GET /truth HTTP/2, BAD, true",
        "GET /truth, BAD, true",
        "nonsense, BAD, true"
    })
    void tellsRequestsApart(String line, Head.Target target, boolean last) {
        Head head = read(line, "Host: localhost");
        assertThat(head.target()).isEqualTo(target);
        assertThat(head.last()).isEqualTo(last);
    }

    @Test
    void seesWhoWantsToClose() {
        assertThat(read("GET /truth HTTP/1.1", "Connection: keep-alive").last()).isFalse();
        assertThat(read("GET /truth HTTP/1.1", "CONNECTION: Close", "Host: x").last())
                .isTrue();
    }

    @Test
    void aBodyThatIsPostedBelongsToItsRequest() {
        assertThat(read("POST /truth HTTP/1.1", "Content-Length: 12").bodyLength())
                .isEqualTo(12);
        assertThat(read("POST /truth HTTP/1.1", "Content-Length: 12").target()).isEqualTo(Head.Target.TRUTH);
        assertThat(read("POST /truth HTTP/1.1", "Host: a").bodyLength()).isZero();
        assertThat(read("GET /truth HTTP/1.1", "Content-Length: 12").bodyLength())
                .isZero();
    }

    @Test
    void doesNotTakeABody() {
        assertThat(read("GET /truth HTTP/1.1", "Content-Length: 5").target()).isEqualTo(Head.Target.OTHER);
        assertThat(read("GET /truth HTTP/1.1", "Transfer-Encoding: chunked").last())
                .isTrue();
        assertThat(read("GET /truth HTTP/1.1", "content-length: 0").target()).isEqualTo(Head.Target.TRUTH);
        assertThat(read("GET /truth HTTP/1.1", "content-length: 10").target()).isEqualTo(Head.Target.OTHER);
    }

    @Test
    void forgetsTheRequestBefore() {
        Head head = read("GET /effective HTTP/1.0");
        byte[] next = "GET /truth HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        head.read(next, 0, next.length);
        assertThat(head.target()).isEqualTo(Head.Target.TRUTH);
        assertThat(head.last()).isFalse();
    }
}
