package dev.loomgate.springreactive;

import java.util.Map;
import org.springframework.web.reactive.function.server.ServerRequest;

/** The part of {@code GET /effective} that only the server knows which carries the endpoints. */
public interface ServerFacts {
    /** Read from the running server, on the thread that the request came in on. */
    Map<String, String> of(ServerRequest request);
}
