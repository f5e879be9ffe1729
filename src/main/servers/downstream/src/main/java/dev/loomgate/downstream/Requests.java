package dev.loomgate.downstream;

import dev.loomgate.workloads.BadParameter;
import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.StubDelay;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;

/** Every request, from its path to its answer. */
final class Requests implements Handler<HttpServerRequest> {
    private static final String TEXT = "text/plain";
    private static final String JSON = "application/json";
    private static final Buffer OK = Buffer.buffer("ok");
    private static final Buffer UNKNOWN = Buffer.buffer("there is nothing at this path");

    private final Waits waits;
    private final WrittenClans clans = new WrittenClans();
    private final Vertx vertx;
    private final HttpServerOptions options;
    private final Faults faults;

    Requests(Vertx vertx, HttpServerOptions options, Faults faults) {
        this.waits = new Waits(vertx);
        this.vertx = vertx;
        this.options = options;
        this.faults = faults;
    }

    @Override
    public void handle(HttpServerRequest request) {
        try {
            route(request, request.path() == null ? "" : request.path());
        } catch (BadParameter wrong) {
            answer(request.response(), 400, TEXT, Buffer.buffer(wrong.reason()));
        }
    }

    private void route(HttpServerRequest request, String path) {
        if (request.method().equals(HttpMethod.DELETE) && path.equals("/state")) {
            waits.reset();
            answer(request.response(), 200, TEXT, OK);
        } else if (!request.method().equals(HttpMethod.GET)) {
            answer(request.response(), 405, TEXT, Buffer.buffer("only GET, and DELETE of /state"));
        } else {
            get(request, path);
        }
    }

    private void get(HttpServerRequest request, String path) {
        HttpServerResponse response = request.response();
        switch (path) {
            case "/empty" -> answer(response, 200, TEXT, OK);
            case "/wait" -> answerLater(response, delay(request, "ms"), TEXT, OK);
            case "/clans" -> answerLater(response, delay(request, "delay"), JSON, clans.all());
            case "/state" -> answer(response, 200, JSON, waits.state());
            case "/effective" -> answer(response, 200, JSON, Facts.of(request, vertx, options, faults));
            default -> getMembers(request, path);
        }
    }

    private void getMembers(HttpServerRequest request, String path) {
        Optional<Buffer> members = clans.membersAt(path);
        if (members.isEmpty()) {
            answer(request.response(), 404, TEXT, UNKNOWN);
        } else {
            answerLater(request.response(), delay(request, "delay"), JSON, members.get());
        }
    }

    private void answerLater(HttpServerResponse response, int millis, String type, Buffer body) {
        waits.hold(response, millis, () -> answer(response, 200, type, body));
    }

    private static int delay(HttpServerRequest request, String parameter) {
        try {
            return StubDelay.parse(parameter, request.getParam(parameter));
        } catch (IllegalArgumentException undecodable) {
            throw new BadParameter("the query can't be decoded");
        }
    }

    private static void answer(HttpServerResponse response, int status, String type, Buffer body) {
        // The client is gone, and the answer was for it alone.
        response.setStatusCode(status).putHeader("content-type", type).end(body);
    }
}
