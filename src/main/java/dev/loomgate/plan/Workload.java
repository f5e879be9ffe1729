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
        String name, String path, Duration waits, Pattern body, int warmUpUsers, BackendDependency behind) {}
