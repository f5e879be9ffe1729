package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that is sent to each server before any load, and is not measured. What it gets fills the place {@code
 * ${token}} of the requests.
 *
 * @param token where it stands in the answer: a JSON pointer, {@code /access_token}, or a regular expression whose one
 *     group is found in it
 * @param every how long a token is used; empty for the whole cell
 */
public record Login(HttpRequest request, String token, Optional<Duration> every) {
    /** Name of the place that it fills. */
    public static final String PLACE = "token";

    public Login {
        if (every.filter(time -> !time.isPositive()).isPresent()) {
            throw new IllegalArgumentException("a token is used for more than 0 s");
        }
        if (!token.startsWith("/") && Pattern.compile(token).matcher("").groupCount() != 1) {
            throw new IllegalArgumentException("'" + token
                    + "' is neither a JSON pointer, which starts with /, nor a regular expression with one group");
        }
    }

    /** Asked once. */
    public Login(HttpRequest request, String token) {
        this(request, token, Optional.empty());
    }

    /** The token in an answer; empty when it is not there. */
    public Optional<String> tokenIn(String answer) {
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
