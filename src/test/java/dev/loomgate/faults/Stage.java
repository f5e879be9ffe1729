package dev.loomgate.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Where one fault takes place: a folder with temporary folder, output and lock of its own, and the run that is going on
 * in it.
 */
final class Stage {
    /** As a process, so that libfaketime can be told to leave its children alone. */
    static final String HARNESS = "loomgate-harness";

    /** The gate as a build runs it: main class and arguments. */
    static final List<String> GATE = List.of(GateMain.class.getName(), "dev.loomgate.GatePerfIT");

    /**
     * The same without JUnit, and with a generator that is not warmed: saves half a minute where no latency is judged.
     */
    static final List<String> COLD_GATE = List.of("dev.loomgate.WatchedHarness");

    private static final boolean PRIVATE_TMP = succeeds("unshare", "--mount", "true");

    /** Everything that writes to /tmp and does not ask where it is writes to the victim's own folder, too. */
    private static final List<String> OWN_TMP =
            List.of("unshare", "--mount", "sh", "-c", "mount --bind \"$0\" /tmp && exec \"$@\"");

    private final Path folder;
    private final Path temporary;
    private final Path output;
    private final Marked marked;
    private final Checkout checkout;
    private final List<String> gate;
    private final List<Victim> victims = new ArrayList<>();

    Stage(Path folder, Checkout checkout, List<String> gate) throws IOException {
        this.gate = gate;
        this.folder = folder;
        this.checkout = checkout;
        temporary = Files.createDirectories(folder.resolve("tmp"));
        output = Files.createDirectories(folder.resolve("output"));
        marked = new Marked(folder, temporary);
        Path link = folder.resolve(HARNESS);
        if (!Files.isSymbolicLink(link)) {
            Files.createSymbolicLink(link, Path.of(System.getProperty("java.home"), "bin", "java"));
        }
        // A test that is ended by hand leaves no victim, frozen or not.
        Runtime.getRuntime().addShutdownHook(new Thread(this::clear));
    }

    /** @param properties on top of those of the recipe */
    Victim start(Recipe recipe, Map<String, String> properties) throws Exception {
        List<String> command = new ArrayList<>(recipe.around());
        if (PRIVATE_TMP && !folder.startsWith("/tmp")) {
            command.addAll(OWN_TMP);
            command.add(temporary.toString());
        }
        Path directory = Path.of("").toAbsolutePath();
        List<String> switches = switches(recipe, properties);
        if (recipe.maven()) {
            directory = checkout.folder();
            command.addAll(List.of(
                    "env",
                    "-u",
                    "JAVA_HOME",
                    checkout.mvn(),
                    "--offline",
                    "--batch-mode",
                    "-Dspotless.apply.skip=true",
                    "verify",
                    "-Pperf"));
            command.addAll(switches);
        } else {
            command.add(folder.resolve(HARNESS).toString());
            command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + temporary));
            command.addAll(recipe.jvm());
            command.addAll(switches);
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(gate);
        }
        Victim victim = Victim.start(command, directory, marked, environment(recipe));
        victims.add(victim);
        return victim;
    }

    private List<String> switches(Recipe recipe, Map<String, String> properties) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "-Dloomgate.thresholds=" + thresholds(recipe),
                "-Dloomgate.servers=" + Path.of("target/servers").toAbsolutePath(),
                "-Dloomgate.output=" + output,
                "-Dloomgate.launcher=process",
                "-Dloomgate.scale=" + recipe.scale()));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("loomgate.jdk."))
                .forEach(name -> all.add("-D" + name + "=" + System.getProperty(name)));
        recipe.properties().forEach((name, value) -> all.add("-D" + name + "=" + value));
        properties.forEach((name, value) -> all.add("-D" + name + "=" + value));
        return all;
    }

    /** The same file for all runs of a stage: another one could not be continued. */
    private Path thresholds(Recipe recipe) throws IOException {
        String text = Files.readString(Path.of("src/test/resources/faults/thresholds.yml"));
        for (Map.Entry<String, String> guard : recipe.guards().entrySet()) {
            text = text.replaceFirst(
                    "(?m)^  " + guard.getKey() + ": .*$", "  " + guard.getKey() + ": " + guard.getValue());
        }
        return Files.writeString(folder.resolve("thresholds.yml"), text);
    }

    /** Maven's test JVM takes its options from the pom; this variable reaches it, too. */
    private Map<String, String> environment(Recipe recipe) {
        return recipe.maven()
                ? Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary)
                : recipe.environment().apply(this);
    }

    Victim victim() {
        return victims.getLast();
    }

    /** Empty when none could be started. */
    String console() {
        return victims.isEmpty() ? "" : victim().console();
    }

    Path folder() {
        return folder;
    }

    Path temporary() {
        return temporary;
    }

    Path output() {
        return output;
    }

    Marked marked() {
        return marked;
    }

    long generator() throws InterruptedException {
        return pid("generator", Marked.Member::isGenerator);
    }

    long server() throws InterruptedException {
        return pid("server", Marked.Member::isServer);
    }

    long database() throws InterruptedException {
        return pid("database", Marked.Member::isDatabase);
    }

    /** The one that Maven has started. */
    long testJvm() throws InterruptedException {
        return pid("test JVM", Marked.Member::isTestJvm);
    }

    private long pid(String name, Predicate<Marked.Member> kind) throws InterruptedException {
        return victim().await(kind).orElseThrow(() -> new FaultException("the run has no " + name));
    }

    /** A second run, beside the one that goes on; that one stays the victim. */
    Victim startBeside(Recipe recipe, Path otherOutput) throws Exception {
        Victim first = victims.removeLast();
        try {
            return start(recipe, Map.of("loomgate.output", otherOutput.toString()));
        } finally {
            victims.add(first);
        }
    }

    /** Waits for a line of the console. */
    void await(String line) throws InterruptedException {
        if (!victim().awaitLine(line)) {
            throw new FaultException("the run ended before it said: " + line);
        }
    }

    /** Ends what is still there, whatever the fault has done to it. */
    void clear() {
        marked.members().forEach(member -> succeeds("sh", "-c", "kill -KILL " + member.pid()));
        victims.forEach(Victim::close);
    }

    static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
