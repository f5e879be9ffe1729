package dev.loomgate.spring;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.codec.CodecException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.client.WebClientException;

/** What a server depends on, and what it says when that fails: a status, a body of one line, and one line in the log. */
public enum ServiceBehind {
    DOWNSTREAM(HttpStatus.BAD_GATEWAY, "the downstream service did not answer as it should"),
    DATABASE(HttpStatus.SERVICE_UNAVAILABLE, "the database did not answer as it should");

    private static final Logger LOG = LoggerFactory.getLogger(ServiceBehind.class);

    private final HttpStatus status;
    private final String body;

    ServiceBehind(HttpStatus status, String body) {
        this.status = status;
        this.body = body;
    }

    /** The service that a failure comes from; empty when the server itself is at fault. */
    public static Optional<ServiceBehind> blamedFor(Throwable failure) {
        return switch (failure) {
            case WebClientException ignored -> Optional.of(DOWNSTREAM);
            case CodecException ignored -> Optional.of(DOWNSTREAM);
            case DataAccessException ignored -> Optional.of(DATABASE);
            default -> Optional.empty();
        };
    }

    /** One line: under load there is one per failed request, and its stack would always be the same. */
    public void report(String path, Throwable failure) {
        String cause = NestedExceptionUtils.getMostSpecificCause(failure).toString();
        LOG.warn("{}: {}: {}", path, body, cause.replaceAll("\\s+", " "));
    }

    public HttpStatus status() {
        return status;
    }

    public String body() {
        return body;
    }
}
