package dev.loomgate.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A copy of this checkout, built once, in which Maven can be killed without harm to the build that does it. */
final class Checkout {
    private static final Duration BUILD_LIMIT = Duration.ofMinutes(10);

    /** Sources and what the build has made of them; neither history nor what runs have left. */
    private static final List<String> COPIED = List.of(
            "pom.xml",
            "src",
            "thresholds.yml",
            "target/classes",
            "target/test-classes",
            "target/generated-sources",
            "target/generated-test-sources",
            "target/maven-status",
            "target/servers",
            "target/spotless-index");

    private final Path folder;
    private Optional<FaultException> failure = Optional.empty();
    private boolean built;

    Checkout(Path folder) {
        this.folder = folder;
    }

    String mvn() {
        return System.getProperty("faults.mvn", "mvn");
    }

    /** The copy, built by the first one that asks. */
    synchronized Path folder() throws IOException, InterruptedException {
        if (!built) {
            built = true;
            try {
                build();
            } catch (FaultException e) {
                failure = Optional.of(e);
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return folder;
    }

    /** Without the JAVA_HOME that Failsafe gives this JVM: Maven runs on the Java that the outer one found. */
    private void build() throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("target"));
        for (String each : COPIED) {
            if (Files.exists(Path.of(each))) {
                run(
                        List.of("cp", "-a", each, folder.resolve(each).toString()),
                        Path.of("").toAbsolutePath());
            }
        }
        run(
                List.of(
                        "env",
                        "-u",
                        "JAVA_HOME",
                        mvn(),
                        "--offline",
                        "--quiet",
                        "-Dspotless.apply.skip=true",
                        "verify",
                        "-Pperf",
                        "-DskipITs"),
                folder);
    }

    private void run(List<String> command, Path directory) throws IOException, InterruptedException {
        Path log = folder.resolveSibling("checkout.log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!process.waitFor(BUILD_LIMIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new FaultException("the copy of the checkout could not be built; see " + log);
        }
    }
}
