package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that is sent once to each server before any load, and is not measured. What it gets fills the place {@code
 * ${token}} of the requests.
 *
 * @param token where it stands in the answer: a JSON pointer, {@code /access_token}, or a regular expression whose one
 *     group is found in it
 */
public record Login(HttpRequest request, String token) {
    /** Name of the place that it fills. */
    public static final String PLACE = "token";

    public Login {
        if (!token.startsWith("/") && Pattern.compile(token).matcher("").groupCount() != 1) {
            throw new IllegalArgumentException("'" + token
                    + "' is neither a JSON pointer, which starts with /, nor a regular expression with one group");
        }
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
