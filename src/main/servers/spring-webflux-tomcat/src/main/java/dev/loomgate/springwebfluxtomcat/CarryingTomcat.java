package dev.loomgate.springwebfluxtomcat;

import dev.loomgate.spring.TomcatFacts;
import dev.loomgate.springreactive.ServerFacts;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.server.ServerRequest;

/** What this server really is: read from the Tomcat that carries the endpoints. Its request threads begin every answer; Reactor's threads end those that waited. */
@Component
final class CarryingTomcat implements ServerFacts {
    private final WebServerApplicationContext context;

    CarryingTomcat(WebServerApplicationContext context) {
        this.context = context;
    }

    @Override
    public Map<String, String> of(ServerRequest request) {
        HttpServletRequest servlet =
                ServerHttpRequestDecorator.getNativeRequest(request.exchange().getRequest());
        Map<String, String> facts = new LinkedHashMap<>(TomcatFacts.of(context));
        facts.put("http", servlet.getProtocol().replace("HTTP/", ""));
        return facts;
    }
}
