package dev.loomgate.quarkus;

import io.vertx.core.http.HttpClientOptions;
import jakarta.inject.Singleton;
import jakarta.ws.rs.ext.ContextResolver;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Hands Quarkus the options that it completes and builds the client for the downstream service with, and keeps them to tell what it made of them. */
@Singleton
public final class DownstreamClient implements ContextResolver<HttpClientOptions> {
    private final HttpClientOptions options;

    DownstreamClient(@ConfigProperty(name = "quarkus.rest-client.downstream.connection-pool-size") int connections) {
        // Quarkus sets the same number again, but not before the first call.
        options = new HttpClientOptions().setMaxPoolSize(connections);
    }

    @Override
    public HttpClientOptions getContext(Class<?> type) {
        return options;
    }

    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("http-client", "Quarkus REST client (Vert.x)");
        facts.put("http-client-connections", Integer.toString(options.getMaxPoolSize()));
        return facts;
    }
}
