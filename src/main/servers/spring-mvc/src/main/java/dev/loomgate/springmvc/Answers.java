package dev.loomgate.springmvc;

import dev.loomgate.workloads.Faults;
import java.util.concurrent.Callable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The answers of the endpoints: what they worked out, unless the request has to fail. */
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
        if (faults.strike()) {
            return text(HttpStatus.INTERNAL_SERVER_ERROR, Faults.ERROR_BODY);
        }
        return ResponseEntity.ok().contentType(type).body(work.call());
    }
}
