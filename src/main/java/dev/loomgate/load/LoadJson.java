package dev.loomgate.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.loomgate.plan.Clients;
import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.plan.Requests;
import java.io.IOException;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/** How records of load are written as JSON: a histogram as {@link HistogramText}, a duration as whole nanoseconds. */
public final class LoadJson extends SimpleModule {
    private static final long serialVersionUID = 1L;

    /** Of records of load; others may be added to the same mapper. */
    public LoadJson() {
        super("loomgate-load");
        addSerializer(new HistogramWriter());
        addDeserializer(Histogram.class, new HistogramReader());
        addSerializer(new DurationWriter());
        addDeserializer(Duration.class, new DurationReader());
        setMixInAnnotation(Clients.class, ClientsByKind.class);
    }

    /** What clients do is a record of the plan, which knows no JSON. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Requests.class, name = "requests"),
        @JsonSubTypes.Type(value = GatlingSimulation.class, name = "simulation")
    })
    private interface ClientsByKind {}

    private static final class HistogramWriter extends StdSerializer<Histogram> {
        private static final long serialVersionUID = 1L;

        HistogramWriter() {
            super(Histogram.class);
        }

        @Override
        public void serialize(Histogram value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(HistogramText.encode(value));
        }
    }

    private static final class HistogramReader extends StdDeserializer<Histogram> {
        private static final long serialVersionUID = 1L;

        HistogramReader() {
            super(Histogram.class);
        }

        @Override
        public Histogram deserialize(JsonParser json, DeserializationContext context) throws IOException {
            try {
                return HistogramText.decode(json.getText());
            } catch (IllegalArgumentException e) {
                throw JsonMappingException.from(json, String.valueOf(e.getMessage()), e);
            }
        }
    }

    private static final class DurationWriter extends StdSerializer<Duration> {
        private static final long serialVersionUID = 1L;

        DurationWriter() {
            super(Duration.class);
        }

        @Override
        public void serialize(Duration value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeNumber(value.toNanos());
        }
    }

    private static final class DurationReader extends StdDeserializer<Duration> {
        private static final long serialVersionUID = 1L;

        DurationReader() {
            super(Duration.class);
        }

        @Override
        public Duration deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return Duration.ofNanos(_parseLongPrimitive(json, context));
        }
    }
}
