package dev.loomgate.load;

import dev.loomgate.server.ChildEnvironment;
import dev.loomgate.server.OwnedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The generator's JVM with the two ends of its line. */
final class GeneratorProcess implements AutoCloseable {
    static final String HEAP = "512m";

    /** Of a JVM that is told to exit then. */
    private static final int OUT_OF_MEMORY = 3;

    /** A request without an answer for this long is an error; the server is then hopelessly overloaded or gone. */
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final Process process;
    private final Path log;
    private final Wire<GeneratorEvent, GeneratorCommand> wire;
    private final BlockingQueue<Optional<GeneratorEvent>> events = new LinkedBlockingQueue<>();

    private GeneratorProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.wire = new Wire<>(process.getInputStream(), process.getOutputStream(), GeneratorEvent.class);
        Thread reader = new Thread(this::readEvents, "loomgate generator events");
        reader.setDaemon(true);
        reader.start();
    }

    static GeneratorProcess start(GeneratorSetup setup) {
        return start(setup, START_TIMEOUT);
    }

    /** @param limit until it is ready; a JVM that is not is destroyed */
    static GeneratorProcess start(GeneratorSetup setup, Duration limit) {
        try {
            Files.createDirectories(setup.log().toAbsolutePath().getParent());
            List<String> command = new ArrayList<>(jvm(setup));
            command.addAll(List.of(GeneratorMain.class.getName(), LoadGenerator.SIMULATION));
            Process process = ChildEnvironment.of(new ProcessBuilder(command))
                    .redirectError(ProcessBuilder.Redirect.appendTo(setup.log().toFile()))
                    .start();
            return ready(new GeneratorProcess(process, setup.log()), limit);
        } catch (IOException e) {
            throw new GeneratorBrokeException("cannot start the load generator: " + e.getMessage(), e);
        }
    }

    private static GeneratorProcess ready(GeneratorProcess generator, Duration limit) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(generator.process::destroyForcibly));
            generator.next(limit);
            return generator;
        } catch (RuntimeException | Error e) {
            generator.close();
            throw e;
        }
    }

    long pid() {
        return process.pid();
    }

    /** The command line up to the class to run. */
    static List<String> jvm(GeneratorSetup setup) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(setup.java().toString());
        int cpus = setup.placement().generatorCpuCount();
        // Memory: half of what a laptop can spare; one event loop per CPU, or the loops would take CPU time from each
        // other.
        command.addAll(List.of(
                "-Xms" + HEAP,
                "-Xmx" + HEAP,
                // Standard output carries the protocol.
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                // An event loop that has lost a request to it would keep the harness waiting.
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:ActiveProcessorCount=" + cpus,
                "-Dio.netty.eventLoopThreads=" + cpus,
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-Dgatling.http.requestTimeout=" + REQUEST_TIMEOUT.toMillis(),
                "-Dgatling.data.enableAnalytics=false",
                ChannelTimesExtension.PROPERTY,
                "-Djava.io.tmpdir=" + emptiedTemporaryFolder(setup),
                "-Dlogback.configurationFile=dev/loomgate/load/generator-logback.xml"));
        // Two collectors would be refused; of two values of a property the last one counts.
        if (setup.jvmOptions().stream().noneMatch(option -> option.matches("-XX:\\+Use\\w+GC"))) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(setup.jvmOptions());
        command.addAll(List.of("-cp", "@" + classPathFile(setup)));
        return command;
    }

    /**
     * Where Netty and Gatling unpack native libraries. A generator that is killed can't remove them, and one that ends
     * by itself forgets some: in the machine's temporary folder each run left one.
     */
    private static Path emptiedTemporaryFolder(GeneratorSetup setup) throws IOException {
        Path folder = setup.log().resolveSibling("generator-tmp").toAbsolutePath();
        OwnedFolder.delete(folder);
        return Files.createDirectories(folder);
    }

    /** Class paths outgrow a command line; {@code java} reads them from a file. */
    private static Path classPathFile(GeneratorSetup setup) throws IOException {
        Path file = setup.log().resolveSibling("generator.classpath");
        String quoted = "\"" + setup.classPath().replace("\\", "\\\\") + "\"";
        return Files.writeString(file, quoted).toAbsolutePath();
    }

    private void readEvents() {
        try {
            for (var event = wire.receive(); event.isPresent(); event = wire.receive()) {
                events.add(event);
            }
        } catch (UncheckedIOException e) {
            // What follows, the end of the line, is all that can be said.
        }
        events.add(Optional.empty());
    }

    Wire<GeneratorEvent, GeneratorCommand> wire() {
        return wire;
    }

    boolean alive() {
        return process.isAlive();
    }

    GeneratorEvent next(Duration atMost) {
        try {
            Optional<GeneratorEvent> event = events.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
            if (event == null) {
                throw new GeneratorBrokeException(
                        "the load generator was silent for " + atMost.toSeconds() + " s; see " + log);
            }
            return event.orElseThrow(
                    () -> new GeneratorBrokeException("the load generator has ended" + exitCode() + "; see " + log));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GeneratorBrokeException("interrupted while the load generator ran", e);
        }
    }

    /** Its pipe closes a moment before it is gone; 128 and more is a signal. */
    private String exitCode() {
        try {
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                return "";
            }
            int code = process.exitValue();
            return " with code " + code + (code == OUT_OF_MEMORY ? ", out of its " + HEAP + " of memory" : "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(2, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
