package dev.loomgate.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.loomgate.experiment.Slice;
import dev.loomgate.load.LoadJson;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Reading;
import dev.loomgate.plan.Cell;
import dev.loomgate.plan.PairedCell;
import dev.loomgate.plan.Side;
import dev.loomgate.sampling.Flight;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How records are kept as JSON: every component under its own name, so that a new component needs no edit here. {@link
 * LoadJson} writes histograms and durations. Three kinds of values are known by a word: a metric by its key, a side by
 * its property, a cell by its id. A reading stands under its metric: a number in the metric's unit, or a text that
 * says why there is none.
 *
 * <p>Reading is strict: a field that is missing, unknown or of another type is an error. Such a file is damaged or of
 * another version of Loomgate, and a default in place of the field would be a wrong result.
 */
final class StoreJson extends SimpleModule {
    private static final long serialVersionUID = 1L;

    private static final Object CELLS = "cells";

    static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModules(new Jdk8Module(), new LoadJson(), new StoreJson())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS,
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS, MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    private StoreJson() {
        super("loomgate-store");
        setMixInAnnotation(Metric.class, ByKey.class);
        setMixInAnnotation(Side.class, ByProperty.class);
        setMixInAnnotation(Cell.class, ById.class);
        setMixInAnnotation(PairedCell.class, ById.class);
        setMixInAnnotation(Slice.class, Undisturbed.class);
        setMixInAnnotation(Flight.class, FlightByKind.class);
        addDeserializer(Cell.class, new CellReader<>(Cell.class));
        addDeserializer(PairedCell.class, new CellReader<>(PairedCell.class));
        write(Reading.class, reading -> switch (reading) {
            case Reading.Measured measured -> measured.value();
            case Reading.Unavailable unavailable -> unavailable.reason();
        });
        addDeserializer(Reading.class, new ReadingReader());
    }

    private <T> void write(Class<T> type, Function<T, @Nullable Object> form) {
        addSerializer(type, new StdDelegatingSerializer(type, new StdConverter<T, @Nullable Object>() {
            @Override
            public @Nullable Object convert(T value) {
                return form.apply(value);
            }
        }));
    }

    /**
     * Reads records of one type.
     *
     * @param cells those of the plan, by id
     */
    static ObjectReader reader(Class<?> type, Map<String, ?> cells) {
        return MAPPER.readerFor(type).withAttribute(CELLS, cells);
    }

    /**
     * Where a record is not as expected, and how: {@code slices[0].answers: Missing creator property 'failed' (index
     * 1)}.
     */
    static String why(JsonMappingException e) {
        StringBuilder place = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            String name = step.getFieldName();
            place.append(name == null ? "[" + step.getIndex() + "]" : place.isEmpty() ? name : "." + name);
        }
        // Behind the semicolon are names of Jackson's settings.
        String what = e.getOriginalMessage().replaceFirst("(?s); `.*", "");
        return place.isEmpty() ? what : place + ": " + what;
    }

    private interface ByKey {
        @JsonValue
        String key();
    }

    private interface ByProperty {
        @JsonValue
        String property();
    }

    /** Until November 2026 a slice had reasons why no time that a request took must count. */
    @JsonIgnoreProperties("disturbed")
    private interface Undisturbed {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Flight.Recorded.class, name = "recorded"),
        @JsonSubTypes.Type(value = Flight.Lost.class, name = "lost")
    })
    private interface FlightByKind {}

    private interface ById {
        @JsonValue
        String id();
    }

    private static final class CellReader<C> extends StdDeserializer<C> {
        private static final long serialVersionUID = 1L;

        private final Class<C> type;

        CellReader(Class<C> type) {
            super(type);
            this.type = type;
        }

        @Override
        public C deserialize(JsonParser json, DeserializationContext context) throws IOException {
            Map<?, ?> cells = (Map<?, ?>) context.getAttribute(CELLS);
            Object cell = cells.get(json.getText());
            if (!type.isInstance(cell)) {
                throw context.weirdStringException(json.getText(), type, "the plan has no such cell");
            }
            return type.cast(cell);
        }
    }

    private static final class ReadingReader extends StdDeserializer<Reading> {
        private static final long serialVersionUID = 1L;

        ReadingReader() {
            super(Reading.class);
        }

        @Override
        public Reading deserialize(JsonParser json, DeserializationContext context) throws IOException {
            String key = String.valueOf(json.currentName());
            Metric metric = Metric.ofKey(key)
                    .orElseThrow(() -> context.weirdStringException(key, Metric.class, "there is no such metric"));
            return switch (json.currentToken()) {
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Reading.Measured(metric, json.getDoubleValue());
                case VALUE_STRING -> new Reading.Unavailable(metric, json.getText());
                default -> (Reading) context.handleUnexpectedToken(Reading.class, json);
            };
        }
    }
}
