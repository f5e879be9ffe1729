package dev.loomgate.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The Maven that builds the systems under test, as the outer one was started: the same settings files (mirrors, credentials, proxies), local repository and proxy properties.
 *
 * @param javaHome of the JDK that compiles
 * @param further what else the outer one hands on: {@code settings=<file>}, {@code global-settings=<file>}, {@code -D<name>=<value>}; a value that is not set there arrives as <code>${…}</code>
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
        // The outer one names its default place, too, where most users have no file; Maven refuses one that is missing.
        return Files.isRegularFile(Path.of(value))
                ? List.of(word.startsWith("settings=") ? "-s" : "-gs", value)
                : List.of();
    }

    /**
     * Builds.
     *
     * @param say hears what the build says, while it runs: each module as it begins, and everything that is no information
     * @return why it was not built, in words; empty when it was
     */
    String build(Path pom, Path out, Duration limit, Consumer<String> say) throws IOException, InterruptedException {
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
