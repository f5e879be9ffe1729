package dev.loomgate.springmvc;

import dev.loomgate.spring.ServiceBehind;
import dev.loomgate.workloads.BadParameter;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.core.codec.CodecException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.function.client.WebClientException;

/** What a request is answered with that asks for nonsense, or whose service behind the server fails. */
@RestControllerAdvice
final class FailedRequests {
    @ExceptionHandler
    ResponseEntity<Object> refuse(BadParameter bad) {
        return Answers.text(HttpStatus.BAD_REQUEST, bad.reason());
    }

    @ExceptionHandler({WebClientException.class, CodecException.class, DataAccessException.class})
    ResponseEntity<Object> giveUp(RuntimeException failure, HttpServletRequest request) {
        ServiceBehind behind = ServiceBehind.blamedFor(failure).orElseThrow(() -> failure);
        behind.report(request.getRequestURI(), failure);
        return Answers.text(behind.status(), behind.body());
    }
}
