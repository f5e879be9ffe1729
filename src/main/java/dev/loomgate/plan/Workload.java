package dev.loomgate.plan;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * An endpoint and what it does (papers.md 2).
 *
 * @param request what is asked, the same every time
 * @param waits how long the endpoint waits without computing; zero when it doesn't
 * @param body what the body of every answer must match completely; anything else is a wrong body
 * @param warmUpUsers closed-model users that warm it up
 * @param behind what the server asks for it
 */
public record Workload(
        String name, HttpRequest request, Duration waits, Pattern body, int warmUpUsers, BackendDependency behind) {
    public String path() {
        return request.path();
    }
}
