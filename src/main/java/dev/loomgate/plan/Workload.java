package dev.loomgate.plan;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * An endpoint and what it does (papers.md 2).
 *
 * @param path requested with GET: {@code /io}, {@code /primes?from=1&to=10000}
 * @param waits how long the endpoint waits without computing; zero when it doesn't
 * @param body what every body must match completely; anything else is a wrong body
 * @param warmUpUsers closed-model users that warm it up
 * @param behind what the server asks for it
 */
public record Workload(
        String name, String path, Duration waits, Pattern body, int warmUpUsers, BackendDependency behind) {
    /** What a path and a query are made of; what is left out would have to be escaped, or means something to Gatling. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/?&=%._~:@!$'()*+,;-]*");

    public Workload {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("the path of workload " + name + " starts with /" + Quoted.was(path));
        }
        if (!PLAIN.matcher(path).matches()) {
            throw new IllegalArgumentException("the path of workload " + name
                    + " is made of letters, digits and /?&=%._~:@!$'()*+,;- only" + Quoted.was(path));
        }
        if (waits.isNegative()) {
            throw new IllegalArgumentException("workload " + name + " waits at least 0 ms" + Quoted.was(waits));
        }
        if (warmUpUsers < 1) {
            throw new IllegalArgumentException(
                    "workload " + name + " needs at least 1 warm-up user" + Quoted.was(warmUpUsers));
        }
    }
}
