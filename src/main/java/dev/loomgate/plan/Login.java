package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that is sent to each server before any load, and is not measured. What it gets fills the place {@code
 * ${token}} of the requests.
 *
 * @param token where it stands in the body of the answer: a JSON pointer, {@code /access_token}, or a regular
 *     expression whose one group is found in it; empty where it is a cookie
 * @param cookie name of the cookie that it is the value of; empty where it stands in the body
 * @param every how long a token is used; empty for the whole cell
 */
public record Login(HttpRequest request, String token, String cookie, Optional<Duration> every) {
    /** Name of the place that it fills. */
    public static final String PLACE = "token";

    public Login {
        if (every.filter(time -> !time.isPositive()).isPresent()) {
            throw new IllegalArgumentException("a token is used for more than 0 s");
        }
        if (cookie.isEmpty()
                && !token.startsWith("/")
                && Pattern.compile(token).matcher("").groupCount() != 1) {
            throw new IllegalArgumentException("'" + token
                    + "' is neither a JSON pointer, which starts with /, nor a regular expression with one group");
        }
    }

    /** Where the token is looked for, in words. */
    public String where() {
        return cookie.isEmpty() ? "at '" + token + "'" : "in a cookie '" + cookie + "'";
    }

    /**
     * The token in an answer; empty when it is not there.
     *
     * @param cookies values by name
     */
    public Optional<String> tokenIn(String body, Map<String, String> cookies) {
        return cookie.isEmpty() ? tokenIn(body) : Optional.ofNullable(cookies.get(cookie));
    }

    private Optional<String> tokenIn(String answer) {
        if (!token.startsWith("/")) {
            Matcher matcher = Pattern.compile(token).matcher(answer);
            return matcher.find() ? Optional.ofNullable(matcher.group(1)) : Optional.empty();
        }
        try {
            JsonNode value = new JsonMapper().readTree(answer).at(JsonPointer.compile(token));
            return value.isValueNode() && !value.isNull() ? Optional.of(value.asText()) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
