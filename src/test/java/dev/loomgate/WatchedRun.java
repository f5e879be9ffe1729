package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A run of the harness that is watched from outside, so that something can happen to it in the middle of an iteration.
 */
final class WatchedRun implements AutoCloseable {
    /** What the harness's process is called, other than the JVMs that it starts. */
    static final String COMMAND = "loomgate-harness";

    /** Booting a server on a busy machine is the longest silence. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** What the generator uses for about 100 requests: it is sending then. */
    private static final Duration CPU_OF_SOME_REQUESTS = Duration.ofMillis(40);

    private final Process process;
    private final Path output;
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();
    private final List<String> red = new ArrayList<>();

    private WatchedRun(Process process, Path output) {
        this.process = process;
        this.output = output;
        Thread reader = new Thread(this::read, "output of the watched run");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param environment variables on top of this JVM's own */
    static WatchedRun start(String scale, Path thresholds, Path output, Map<String, String> environment)
            throws IOException {
        return start(scale, thresholds, output, environment, List.of());
    }

    /** @param more system properties: {@code -Dloomgate.continue} */
    static WatchedRun start(
            String scale, Path thresholds, Path output, Map<String, String> environment, List<String> more)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(launcher(output.resolveSibling(COMMAND)).toString());
        command.addAll(List.of(
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        // The folder of the run's lock, and where a JDK is to be looked for, are the same as for any other test that
        // says nothing else.
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("loomgate.jdk.") || name.equals("java.io.tmpdir"))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(more);
        command.addAll(List.of(
                "-Dloomgate.thresholds=" + thresholds,
                "-Dloomgate.scale=" + scale,
                "-Dloomgate.output=" + output,
                "-Dloomgate.launcher=process",
                WatchedHarness.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new WatchedRun(builder.start(), output);
    }

    private static Path launcher(Path link) throws IOException {
        return Files.createSymbolicLink(link, Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                System.out.println("  | " + line);
                if (line.startsWith(WatchedHarness.RED)) {
                    red.add(line.substring(WatchedHarness.RED.length()));
                }
                lines.add(Optional.of(line));
            }
        } catch (IOException killed) {
            // Killing a process closes its output. The lines that were read by then are all there are.
            System.out.println("  | (" + killed.getMessage() + ")");
        } finally {
            lines.add(Optional.empty());
        }
    }

    /** Waits until the run says something with this text; what it said before is over. */
    void awaitLine(String text) throws InterruptedException {
        while (true) {
            Optional<String> line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(line).as("silent for %s, expected: %s", PATIENCE, text).isNotNull();
            assertThat(line).as("the run ended before it said: %s", text).isPresent();
            if (line.orElseThrow().contains(text)) {
                return;
            }
        }
    }

    /**
     * Waits until a window of the sampler is open, and the generator sends: before, it may be busy with something else.
     */
    void awaitLoad() {
        await().pollInterval(Duration.ofMillis(20)).atMost(PATIENCE).until(this::windowIsOpen);
        Duration before = cpu(generator());
        await().pollInterval(Duration.ofMillis(20))
                .atMost(PATIENCE)
                .until(() -> cpu(generator()).minus(before).compareTo(CPU_OF_SOME_REQUESTS) > 0);
    }

    /** The thread that watches while a window is open; Linux cuts names of threads to 15 characters. */
    private boolean windowIsOpen() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(process.pid()), "task"))) {
            return threads.anyMatch(thread -> nameOf(thread).equals("loomgate-watche"));
        }
    }

    private static String nameOf(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }

    private static Duration cpu(ProcessHandle handle) {
        return handle.info().totalCpuDuration().orElseThrow();
    }

    ProcessHandle harness() {
        return process.toHandle();
    }

    ProcessHandle generator() {
        return findGenerator().orElseThrow(() -> new AssertionError("the run has no generator"));
    }

    private Optional<ProcessHandle> findGenerator() {
        return process.descendants()
                .filter(child -> child.info()
                        .arguments()
                        .map(List::of)
                        .orElse(List.of())
                        .contains("dev.loomgate.load.GeneratorMain"))
                .findFirst();
    }

    /** Waits for the run's end. */
    KeptResults end() throws InterruptedException, IOException {
        for (Optional<String> line = lines.take(); line.isPresent(); line = lines.take()) {
            // Until nothing follows.
        }
        assertThat(process.waitFor()).as("exit code of the run").isIn(0, WatchedHarness.RED_CODE);
        return KeptResults.of(output.resolve("results.json"), red);
    }

    /** As the kernel does it that is out of memory: nothing of ours runs any more. */
    void kill() {
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** Servers and generator end with the harness that started them. */
    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        Files.deleteIfExists(output.resolveSibling(COMMAND));
    }
}
