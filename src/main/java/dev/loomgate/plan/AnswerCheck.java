package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Holds the bodies of answers to a request against what is expected. JSON is parsed only where it is asked for. */
public final class AnswerCheck {
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private final Optional<Pattern> pattern;
    private final List<Place> places;

    private record Place(JsonCheck check, JsonPointer at, Template template) {}

    private AnswerCheck(Optional<Pattern> pattern, List<Place> places) {
        this.pattern = pattern;
        this.places = places;
    }

    /** To be used for any number of answers. */
    public static AnswerCheck of(HttpRequest request) {
        return new AnswerCheck(
                request.answer().equals(HttpRequest.ANY)
                        ? Optional.empty()
                        : Optional.of(Pattern.compile(request.answer())),
                request.json().stream()
                        .map(check ->
                                new Place(check, JsonPointer.compile(check.pointer()), Template.of(check.value())))
                        .toList());
    }

    /**
     * What is wrong with a body, in words; empty when all is right.
     *
     * @param values of the record that the request was filled with
     */
    public Optional<String> problem(String body, UnaryOperator<String> values) {
        if (pattern.isPresent() && !pattern.get().matcher(body).matches()) {
            return Optional.of("expected a match of '" + pattern.get() + "'");
        }
        return places.isEmpty() ? Optional.empty() : problemOfJson(body, values);
    }

    private Optional<String> problemOfJson(String body, UnaryOperator<String> values) {
        JsonNode answer;
        try {
            answer = JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return Optional.of("expected JSON: " + e.getOriginalMessage());
        }
        for (Place place : places) {
            Optional<String> problem = place.check().problem(answer, place.at(), place.template(), values);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }
}
