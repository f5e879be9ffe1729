package dev.loomgate.downstream;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/** The answers that are held back, and how many. There is one event loop and all of this runs on it, hence plain numbers. */
final class Waits {
    private final Vertx vertx;
    private int waiting;
    private int mostWaiting;
    private long served;

    Waits(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Answers after so long, or never when the client goes before. */
    void hold(HttpServerResponse response, int millis, Runnable answer) {
        waiting++;
        mostWaiting = Math.max(mostWaiting, waiting);
        if (millis == 0) {
            serve(answer);
            return;
        }
        Held held = new Held();
        long timer = vertx.setTimer(millis, fired -> {
            if (!held.over) {
                held.over = true;
                serve(answer);
            }
        });
        // Over HTTP/2 this is called after an answer, too.
        response.closeHandler(gone -> {
            if (!held.over) {
                held.over = true;
                waiting--;
                vertx.cancelTimer(timer);
            }
        });
    }

    private void serve(Runnable answer) {
        waiting--;
        served++;
        answer.run();
    }

    /** What was counted since the start or the last reset. */
    Buffer state() {
        return new JsonObject()
                .put("waiting", waiting)
                .put("most-waiting", mostWaiting)
                .put("served", served)
                .toBuffer();
    }

    /** Who waits now goes on waiting and is counted. */
    void reset() {
        mostWaiting = waiting;
        served = 0;
    }

    private static final class Held {
        private boolean over;
    }
}
