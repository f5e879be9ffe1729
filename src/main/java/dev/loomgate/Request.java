package dev.loomgate;

import dev.loomgate.plan.PlanReader;
import dev.loomgate.report.Progress;
import dev.loomgate.server.JdkFinder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a user asked for, and of which machine: the only place that reads system properties and environment variables.
 *
 * @param properties {@code -Dloomgate.…} and those of the JVM
 * @param home of the user
 * @param temporaryFolder that all users of this machine share
 * @param java that the harness runs on; the generator and services behind the servers do, too
 * @param coldGenerator whether the generator is used without being warmed: only for tests that judge no latency, and no
 *     switch asks for it
 */
public record Request(
        Map<String, String> properties,
        Map<String, String> environment,
        Path home,
        Path temporaryFolder,
        Path java,
        PrintStream console,
        boolean coldGenerator) {
    public Request {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        environment = Map.copyOf(environment);
    }

    public static Request ofThisJvm(PrintStream console) {
        Map<String, String> properties = new TreeMap<>();
        System.getProperties().stringPropertyNames().forEach(name -> properties.put(name, System.getProperty(name)));
        return new Request(
                properties,
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                Path.of(System.getProperty("java.io.tmpdir")),
                Path.of(System.getProperty("java.home"), "bin", "java"),
                console,
                false);
    }

    /** The same with these properties on top. */
    public Request with(Map<String, String> more) {
        Map<String, String> merged = new TreeMap<>(properties);
        merged.putAll(more);
        return withProperties(merged);
    }

    public Request withProperties(Map<String, String> others) {
        return new Request(others, environment, home, temporaryFolder, java, console, coldGenerator);
    }

    /** The same with a generator that is not warmed. */
    Request withColdGenerator() {
        return new Request(properties, environment, home, temporaryFolder, java, console, true);
    }

    /** The same beside another run: for tests that a busy machine does not decide. */
    Request withLockIn(Path folder) {
        return new Request(properties, environment, home, folder, java, console, coldGenerator);
    }

    public JdkFinder jdks() {
        return new JdkFinder(Map.of(), environment, home);
    }

    public Path thresholds() {
        return PlanReader.thresholdsFile(properties);
    }

    public Progress progress() {
        return new Progress(console);
    }
}
