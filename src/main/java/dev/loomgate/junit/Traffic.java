package dev.loomgate.junit;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients ask in a test in Java, how often, and how long that is measured. Each method gives another one.
 *
 * <pre>{@code
 * Traffic.of(Ask.get("/orders")).at(500)
 * Traffic.mix().and(70, "browse", Ask.get("/items")).and(30, "order", Ask.post("/orders")).at(500)
 * Traffic.simulation(CheckoutSimulation.class)
 * }</pre>
 */
public final class Traffic {
    private final Map<String, Object> workload;
    private final String load;
    private final Duration iteration;
    private final int iterations;

    private Traffic(Map<String, Object> workload, String load, Duration iteration, int iterations) {
        this.workload = workload;
        this.load = load;
        this.iteration = iteration;
        this.iterations = iterations;
    }

    /** One request, the same every time. */
    public static Traffic of(Ask request) {
        Map<String, Object> workload = new LinkedHashMap<>(request.keys());
        workload.put("warm-up-users", 8);
        return new Traffic(workload, "100 req/s", Duration.ofSeconds(3), 3);
    }

    /** Several requests, which follow with {@link #and}. */
    public static Traffic mix() {
        Map<String, Object> workload = new LinkedHashMap<>();
        workload.put("warm-up-users", 8);
        workload.put("requests", Map.of());
        return new Traffic(workload, "100 req/s", Duration.ofSeconds(3), 3);
    }

    /**
     * A simulation of yours, which says itself what it asks and how often. Its class and what it uses stand beside those
     * of the test; the address of the service is {@code System.getProperty("loomgate.url")}.
     *
     * @param simulation extends Gatling's {@code Simulation}
     */
    public static Traffic simulation(Class<?> simulation) {
        Map<String, Object> workload = new LinkedHashMap<>();
        workload.put("simulation", simulation.getName());
        workload.put("class-path", List.of(placeOf(simulation)));
        return new Traffic(workload, "simulation", Duration.ofSeconds(3), 3);
    }

    private static String placeOf(Class<?> simulation) {
        try {
            return Path.of(simulation
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(simulation + " stands in no folder and no jar", e);
        }
    }

    /** How long one run of a simulation may last; a minute where nothing is said. */
    public Traffic atMost(Duration duration) {
        return with("at-most", duration.toMillis() + " ms");
    }

    /**
     * One more request of a mix.
     *
     * @param percent of all; those of a mix add up to 100
     */
    public Traffic and(double percent, String name, Ask request) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("share", percent + " %");
        keys.putAll(request.keys());
        return with("requests", Keys.more(workload, "requests", name, keys));
    }

    /** A CSV or JSON file whose columns fill {@code ${places}} of the requests. */
    public Traffic feed(String file) {
        return with("feed", Map.of("file", Keys.path(file)));
    }

    /** A request that is sent once, and where in its answer the value of {@code ${token}} stands. */
    public Traffic login(Ask request, String token) {
        Map<String, Object> login = new LinkedHashMap<>(request.keys());
        login.remove("body");
        login.put("token", token);
        return with("login", login);
    }

    /** Requests come at this rate, however slow the answers are. */
    public Traffic at(int requestsPerSecond) {
        return new Traffic(workload, requestsPerSecond + " req/s", iteration, iterations);
    }

    /** So many users, each of whom asks as soon as it is answered. */
    public Traffic users(int users) {
        return new Traffic(workload, users + " users", iteration, iterations);
    }

    /** How long one iteration is, and how many there are; 3 of 3 s where nothing is said. */
    public Traffic iterations(int number, Duration length) {
        return new Traffic(workload, load, length, number);
    }

    /** Users of the warm-up; 8 where nothing is said. */
    public Traffic warmUpUsers(int users) {
        return with("warm-up-users", users);
    }

    private Traffic with(String key, Object value) {
        return new Traffic(Keys.with(workload, key, value), load, iteration, iterations);
    }

    Map<String, Object> workload() {
        return workload;
    }

    String load() {
        return load;
    }

    Duration iteration() {
        return iteration;
    }

    int iterations() {
        return iterations;
    }
}
