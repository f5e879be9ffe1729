package dev.loomgate.helidon;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;

/** JSON with Jackson, as bytes: Helidon's own support for it is not published for this version. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static void send(ServerResponse response, Object value) throws JsonProcessingException {
        response.header(HeaderValues.CONTENT_TYPE_JSON).send(MAPPER.writeValueAsBytes(value));
    }

    static <T> T read(byte[] json, TypeReference<T> type) throws IOException {
        return MAPPER.readValue(json, type);
    }
}
