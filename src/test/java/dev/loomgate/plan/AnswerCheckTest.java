package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with an answer is said with what was expected, where, and what came. */
class AnswerCheckTest {
    private static final String ANSWER = """
            {"items": [{"name": "tea", "id": 7, "price": 2.50}], "new": true, "old": null, "a/b": "x"}""";

    @ParameterizedTest
    @CsvSource({
        "/items/0/name, TEXT, tea",
        "/items/0/name, TEXT, ${name}",
        // Data files know texts only.
        "/items/0/id, TEXT, ${id}",
        "/items/0/id, NUMBER, 7.0",
        "/items/0/price, NUMBER, 2.5",
        "/new, BOOLEAN, true",
        "/old, NULL, null",
        "/a~1b, TEXT, x"
    })
    void isRight(String pointer, JsonCheck.Kind kind, String value) {
        assertThat(problem(new JsonCheck(pointer, kind, value), ANSWER)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/items/0/name, TEXT, rum, expected 'rum' at /items/0/name; found \"tea\"",
        "/items/1/name, TEXT, tea, expected 'tea' at /items/1/name; found nothing",
        "/items/0/id, TEXT, 7, expected '7' at /items/0/id; found 7",
        "/items/0/id, NUMBER, 8, expected 8 at /items/0/id; found 7",
        "/new, BOOLEAN, false, expected false at /new; found true",
        "/new, NULL, null, expected null at /new; found true",
        "/nil, NULL, null, expected null at /nil; found nothing"
    })
    void isWrong(String pointer, JsonCheck.Kind kind, String value, String words) {
        assertThat(problem(new JsonCheck(pointer, kind, value), ANSWER)).isEqualTo(words.replace(';', ','));
    }

    @Test
    void whatIsNoJsonIsSaid() {
        JsonCheck name = new JsonCheck("/name", JsonCheck.Kind.TEXT, "tea");

        assertThat(problem(name, "<html>")).startsWith("expected JSON: ");
        assertThat(problem(name, "{\"name\": \"tea\"} and more")).startsWith("expected JSON: ");
        assertThat(problem(name, "")).isNotEmpty();
    }

    private static String problem(JsonCheck check, String answer) {
        HttpRequest request = new HttpRequest("GET", "/", Map.of(), "", 200, HttpRequest.ANY, List.of(check));
        return AnswerCheck.of(request)
                .problem(answer, place -> place.equals("name") ? "tea" : "7")
                .orElse("");
    }
}
