package dev.loomgate.quarkus;

import dev.loomgate.workloads.BadParameter;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.Status;
import org.jboss.resteasy.reactive.ResteasyReactiveClientProblem;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** What a request is answered with that went wrong: plain text without a stack, and one line in the log if it is the server's side. */
final class ErrorAnswers {
    private static final Logger LOG = Logger.getLogger(ErrorAnswers.class);

    @ServerExceptionMapper
    RestResponse<String> of(BadParameter wrong) {
        return text(Status.BAD_REQUEST, wrong.reason());
    }

    @ServerExceptionMapper
    RestResponse<String> of(Strikes.Struck onPurpose) {
        return text(
                Status.fromStatusCode(onPurpose.answer().status()),
                onPurpose.answer().body());
    }

    /** An unknown path or method; or an error of the service behind this server, which the same type stands for. */
    @ServerExceptionMapper
    Response of(WebApplicationException answer, UriInfo asked) {
        return answer instanceof ResteasyReactiveClientProblem
                ? of((Exception) answer, asked).toResponse()
                : answer.getResponse();
    }

    /** A service behind this server that does not answer, or a mistake of our own. */
    @ServerExceptionMapper
    RestResponse<String> of(Exception failure, UriInfo asked) {
        LOG.errorf("%s failed: %s", asked.getPath(), reasons(failure));
        return text(Status.INTERNAL_SERVER_ERROR, "failed, see the log of the server");
    }

    /** All causes in one line, since the last one is what has to be mended. */
    private static String reasons(Throwable failure) {
        StringBuilder reasons = new StringBuilder(oneLine(failure));
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            reasons.append("; because of ").append(oneLine(cause));
        }
        return reasons.toString();
    }

    private static String oneLine(Throwable failure) {
        return failure.toString().replaceAll("\\s+", " ");
    }

    private static RestResponse<String> text(Status status, String body) {
        return RestResponse.ResponseBuilder.create(status, body)
                .type(MediaType.TEXT_PLAIN_TYPE)
                .build();
    }
}
