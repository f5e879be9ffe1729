package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What stands at one place of a right answer.
 *
 * @param pointer JSON pointer (RFC 6901): {@code /items/0/name}
 * @param value as it is written; a {@code ${column}} of a text is filled as in the request
 */
public record JsonCheck(String pointer, Kind kind, String value) {
    private static final String NUMBER = "-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?";

    /** What is expected. */
    public enum Kind {
        /** A text; where something is filled in, any value that is written like that: data files know texts only. */
        TEXT,
        NUMBER,
        BOOLEAN,
        NULL
    }

    public JsonCheck {
        JsonPointer.compile(pointer);
    }

    /** @param plain written without quotes, so that it may be more than a text */
    static JsonCheck of(String pointer, String written, boolean plain) {
        if (plain && written.matches(NUMBER)) {
            return new JsonCheck(pointer, Kind.NUMBER, written);
        }
        if (plain && (written.equals("true") || written.equals("false"))) {
            return new JsonCheck(pointer, Kind.BOOLEAN, written);
        }
        return plain && (written.isEmpty() || written.equals("null") || written.equals("~"))
                ? new JsonCheck(pointer, Kind.NULL, "null")
                : new JsonCheck(pointer, Kind.TEXT, written);
    }

    /** What is wrong with an answer, in words; empty when all is right. */
    Optional<String> problem(JsonNode answer, JsonPointer at, Template template, UnaryOperator<String> values) {
        JsonNode there = answer.at(at);
        String expected = template.fill(values);
        boolean right = switch (kind) {
            case TEXT ->
                template.places().isEmpty()
                        ? there.isTextual() && there.textValue().equals(expected)
                        : there.isValueNode() && there.asText().equals(expected);
            case NUMBER -> there.isNumber() && there.decimalValue().compareTo(new BigDecimal(expected)) == 0;
            case BOOLEAN -> there.isBoolean() && there.asText().equals(expected);
            case NULL -> there.isNull();
        };
        return right
                ? Optional.empty()
                : Optional.of("expected " + (kind == Kind.TEXT ? "'" + value + "'" : value) + " at " + pointer
                        + ", found " + (there.isMissingNode() ? "nothing" : there));
    }
}
