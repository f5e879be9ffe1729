package dev.loomgate.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Builds the systems under test with a Maven of their own, unless nothing has changed since.
 *
 * <p>A tool of the build, started by the root pom in a JVM of its own: so it prints to standard output and asks its
 * JVM for its home, which the harness itself must not do.
 */
final class ServersBuild {
    private static final String STAMP = "build.sha256";

    private final Path servers;
    private final Path output;
    private final Path fresh;
    private final InnerMaven maven;

    private ServersBuild(Path servers, Path output, InnerMaven maven) {
        this.servers = servers;
        this.output = output;
        // Beside it, so that modules have the same relative paths from both.
        this.fresh = output.resolveSibling(output.getFileName() + ".new");
        this.maven = maven;
    }

    /**
     * Arguments: folder of the servers, output folder, Maven's executable, its local repository, {@code offline=true}
     * or {@code offline=false}, and what {@link InnerMaven} hands on.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 5) {
            System.out.println(
                    "Expected: servers folder, output folder, mvn, local repository, offline=true or offline=false, further options");
            System.exit(2);
        }
        Path servers = Path.of(args[0]).toAbsolutePath().normalize();
        Path output = Path.of(args[1]).toAbsolutePath().normalize();
        InnerMaven maven = new InnerMaven(
                Path.of(args[2]),
                Path.of(System.getProperty("java.home")),
                Path.of(args[3]),
                args[4].equals("offline=true"),
                List.of(args).subList(5, args.length));
        boolean built = new ServersBuild(servers, output, maven).runAlone();
        if (!built) {
            System.exit(1);
        }
    }

    /** One build at a time: a second one in the same checkout waits, and then finds that nothing has changed. */
    private boolean runAlone() throws IOException, InterruptedException {
        Files.createDirectories(output.resolveSibling(""));
        Path file = output.resolveSibling(output.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            return run();
        }
    }

    private boolean run() throws IOException, InterruptedException {
        String inputs = "sources " + Digest.of(servers, filesBelow(servers)) + " java " + Runtime.version();
        Path stamp = output.resolve(STAMP);
        if (Files.exists(stamp) && Files.readString(stamp).equals(stampOf(output, inputs))) {
            System.out.println("Servers under test: unchanged, kept as built.");
            return true;
        }
        // What an older build left (a class that is gone, a jar half written) must not get into the new one.
        OwnedFolder.delete(fresh);
        long start = System.nanoTime();
        Files.createDirectories(fresh);
        Files.writeString(aggregator(), aggregate());
        if (!maven()) {
            return false;
        }
        Files.writeString(fresh.resolve(STAMP), stampOf(fresh, inputs));
        exchange();
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        System.out.println("Servers under test: built with Java " + Runtime.version() + " in " + seconds + " s.");
        return true;
    }

    /**
     * The old servers stay until the new ones are whole: who starts or copies one meanwhile gets no jar that is half
     * written.
     */
    private void exchange() throws IOException {
        Path old = output.resolveSibling(output.getFileName() + ".old");
        OwnedFolder.delete(old);
        if (Files.exists(output)) {
            Files.move(output, old, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, output, StandardCopyOption.ATOMIC_MOVE);
        OwnedFolder.delete(old);
    }

    private boolean maven() throws IOException, InterruptedException {
        System.out.println("Servers under test: building them, which takes about a minute, and longer the first time.");
        String failure = maven.build(aggregator(), fresh, InnerMaven.LIMIT, System.out::println);
        if (!failure.isEmpty()) {
            System.out.println(failure);
        }
        return failure.isEmpty();
    }

    private Path aggregator() {
        return fresh.resolve("pom.xml");
    }

    /**
     * One module per folder that has a {@code pom.xml}: a new server needs its folder and no second place that names
     * it.
     */
    private String aggregate() throws IOException {
        StringBuilder modules = new StringBuilder();
        try (Stream<Path> folders = Files.list(servers)) {
            folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> fresh.relativize(folder).toString().replace('\\', '/'))
                    .sorted()
                    .forEach(module ->
                            modules.append("    <module>").append(module).append("</module>\n"));
        }
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>dev.loomgate.servers</groupId>
                  <artifactId>servers</artifactId>
                  <version>0.1.0</version>
                  <packaging>pom</packaging>
                  <modules>
                %s  </modules>
                </project>
                """.formatted(modules);
    }

    /** Inputs and outputs: a jar that is missing, cut short or exchanged means building again. */
    private static String stampOf(Path built, String inputs) throws IOException {
        List<Path> jars = filesBelow(built).stream()
                .filter(file -> file.toString().endsWith(".jar"))
                .toList();
        return inputs + "\njars " + jars.size() + " " + Digest.of(built, jars) + "\n";
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /**
     * The Maven that builds the systems under test, as the outer one was started: the same settings files (mirrors,
     * credentials, proxies), local repository and proxy properties.
     *
     * @param javaHome of the JDK that compiles
     * @param further what else the outer one hands on: {@code settings=<file>}, {@code global-settings=<file>}, {@code
     *     -D<name>=<value>}; a value that is not set there arrives as <code>${…}</code>
     */
    record InnerMaven(Path program, Path javaHome, Path localRepository, boolean offline, List<String> further) {
        /** A first build, with all downloads through a slow proxy, takes a few minutes. */
        static final Duration LIMIT = Duration.ofMinutes(30);

        private static final String NOT_SET = "${";

        InnerMaven {
            further = List.copyOf(further);
        }

        List<String> command(Path pom, Path out) {
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "-B",
                    "-ntp",
                    "-f",
                    pom.toString(),
                    // Modules that don't wait for each other are built side by side.
                    "-T1C",
                    // Quarkus asks for this property of the JVM before it reports a build to its makers.
                    "-Dquarkus.analytics.disabled=true",
                    "-Dservers.out=" + out,
                    "-Dmaven.repo.local=" + localRepository));
            for (String word : further) {
                if (!word.contains(NOT_SET)) {
                    command.addAll(option(word));
                }
            }
            if (offline) {
                command.add("-o");
            }
            command.add("package");
            return command;
        }

        private static List<String> option(String word) {
            String value = word.substring(word.indexOf('=') + 1);
            if (value.isBlank()) {
                return List.of();
            }
            if (word.startsWith("-D")) {
                return List.of(word);
            }
            // The outer one names its default place, too, where most users have no file; Maven refuses one that is
            // missing.
            return Files.isRegularFile(Path.of(value))
                    ? List.of(word.startsWith("settings=") ? "-s" : "-gs", value)
                    : List.of();
        }

        /**
         * Builds.
         *
         * @param say hears what the build says, while it runs: each module as it begins, and everything that is no
         *     information
         * @return why it was not built, in words; empty when it was
         */
        String build(Path pom, Path out, Duration limit, Consumer<String> say)
                throws IOException, InterruptedException {
            List<String> command = command(pom, out);
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().put("JAVA_HOME", javaHome.toString());
            Process process = builder.start();
            try {
                process.getOutputStream().close();
                Thread reader = Thread.ofPlatform().daemon().start(() -> tell(process, say));
                String how = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
                        ? ended(process, reader)
                        : "Maven did not end within " + limit.toSeconds() + " s and was stopped";
                return how.isEmpty()
                        ? ""
                        : "The servers under test were not built: " + how + ", its output is above. The command was: "
                                + String.join(" ", command);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }

        private static String ended(Process process, Thread reader) throws InterruptedException {
            reader.join(Duration.ofSeconds(10));
            return process.exitValue() == 0 ? "" : "Maven ended with exit code " + process.exitValue();
        }

        private static void tell(Process process, Consumer<String> say) {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("[INFO] Building ")) {
                        say.accept("  " + line.substring("[INFO] ".length()).strip());
                    } else if (!line.startsWith("[INFO]")) {
                        say.accept(line);
                    }
                }
            } catch (IOException e) {
                // The build was stopped.
            }
        }
    }
}
