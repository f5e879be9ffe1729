package dev.loomgate.springmvc;

import dev.loomgate.workloads.EarlyAnswer;
import dev.loomgate.workloads.Faults;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The answers of the endpoints: what they worked out, unless a deliberate fault answers first. */
@Component
final class Answers {
    private final Faults faults;

    Answers(Faults faults) {
        this.faults = faults;
    }

    ResponseEntity<Object> text(Callable<String> work) throws Exception {
        return answer(MediaType.TEXT_PLAIN, work);
    }

    ResponseEntity<Object> json(Callable<?> work) throws Exception {
        return answer(MediaType.APPLICATION_JSON, work);
    }

    static ResponseEntity<Object> text(HttpStatusCode status, String body) {
        return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(body);
    }

    private ResponseEntity<Object> answer(MediaType type, Callable<?> work) throws Exception {
        Optional<EarlyAnswer> early = faults.strike();
        if (early.isPresent()) {
            return text(
                    HttpStatusCode.valueOf(early.get().status()), early.get().body());
        }
        return ResponseEntity.ok().contentType(type).body(work.call());
    }
}
