package dev.loomgate.quarkus;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;
import java.util.Objects;

/** Keeps the options that the HTTP server was bound with. */
@Singleton
final class BoundServer implements HttpServerOptionsCustomizer {
    private volatile HttpServerOptions bound;

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        bound = options;
    }

    HttpServerOptions options() {
        return Objects.requireNonNull(bound, "no server was bound yet");
    }
}
