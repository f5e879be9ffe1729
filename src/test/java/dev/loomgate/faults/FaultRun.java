package dev.loomgate.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.faults.Expected.Continued;
import dev.loomgate.faults.Expected.End;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** Lets one fault strike and looks at the verdict and at what is left. */
final class FaultRun {
    /** No run of these takes a quarter of it; one that waits for ever is found by it. */
    private static final Duration LONGEST_RUN = Duration.ofMinutes(10);

    private static final Pattern FINISHED = Pattern.compile("\\[loomgate] (\\d+) of \\d+  ");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SIGNALLED = 128;

    private final Fault fault;
    private final Stage stage;
    private final Random random;
    private final List<String> wrong = new ArrayList<>();
    private final List<String> verdicts = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final List<String> strikes = new ArrayList<>();
    private String kept = "";
    private boolean filesLeft;

    private FaultRun(Fault fault, Stage stage, long seed) {
        this.fault = fault;
        this.stage = stage;
        this.random = new Random(seed + fault.slug().hashCode());
    }

    static Outcome of(Fault fault, Path folder, Checkout checkout, List<String> gate, long seed) {
        long start = System.nanoTime();
        try {
            FaultRun run = new FaultRun(fault, new Stage(folder, checkout, gate), seed);
            String skipped = "";
            try {
                run.run();
            } catch (TestAbortedException e) {
                skipped = String.valueOf(e.getMessage());
            } catch (Exception | AssertionError e) {
                run.wrong.add(e instanceof FaultException ? String.valueOf(e.getMessage()) : e.toString());
                run.keepConsole("failed");
            } finally {
                run.stage.clear();
            }
            return run.outcome(skipped, Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException e) {
            return new Outcome(
                    fault, "", "", "", List.of(e.toString()), "", Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private Outcome outcome(String skipped, Duration took) {
        return new Outcome(fault, distinct(verdicts), kept, left.isEmpty() ? "" : distinct(left), wrong, skipped, took);
    }

    private static String distinct(List<String> texts) {
        List<String> all = new ArrayList<>();
        for (String text : texts.stream().distinct().toList()) {
            long times = texts.stream().filter(text::equals).count();
            all.add(times > 1 ? times + " times: " + text : text);
        }
        return String.join("; ", all);
    }

    private void run() throws Exception {
        AutoCloseable prepared = fault.recipe().prepared().isPresent()
                ? fault.recipe().prepared().get().prepare(stage)
                : () -> {};
        try {
            if (fault.chained()) {
                for (int i = 0; i < fault.strikes().size(); i++) {
                    one(fault.recipe(), i > 0, List.of(fault.strikes().get(i)));
                }
            } else {
                one(fault.recipe(), false, fault.strikes());
            }
        } finally {
            prepared.close();
        }
        if (fault.right().continued() == Continued.GREEN) {
            goOn();
        } else if (filesLeft) {
            wrong.add("files are left in the temporary folder");
        }
    }

    private void one(Recipe recipe, boolean continues, List<Fault.Strike> all) throws Exception {
        Victim victim = stage.start(recipe, continues ? Map.of("loomgate.continue", "true") : Map.of());
        ListeningPorts ports = new ListeningPorts(new TreeMap<>());
        for (Fault.Strike strike : all) {
            strikes.add(strike.at(stage, random));
            ports = ListeningPorts.of(stage.marked().members());
        }
        int code = victim.exitCode(LONGEST_RUN);
        keepConsole("struck");
        verdict(code, victim.console());
        kept(victim.console());
        left(ports);
    }

    private void verdict(int code, String console) throws IOException {
        Map<String, String> cells = outcomes();
        String words = code == 0 ? "green" : code > SIGNALLED ? "ended by signal " + (code - SIGNALLED) : "red";
        verdicts.add(words + (cells.isEmpty() ? "" : ": " + cells) + cause(code, console));
        boolean asItMust = switch (fault.right().end()) {
            case GREEN -> code == 0;
            case RED -> code > 0 && code < SIGNALLED;
            // Maven ends by its own exit code where its test JVM was killed.
            case KILLED -> code > SIGNALLED || (fault.recipe().maven() && code != 0);
            case EITHER -> code < SIGNALLED;
        };
        if (!asItMust) {
            wrong.add("exit code " + code + ", " + words);
        }
        if (code == 0 && !allPassed()) {
            wrong.add("green without every planned cell: " + cells);
        }
        fault.right().cells().forEach((variant, allowed) -> {
            String came = cells.getOrDefault(variant, "not measured");
            if (!Arrays.asList(allowed.split("\\|")).contains(came)) {
                wrong.add(variant + " is " + came + ", right is " + allowed.replace("|", " or "));
            }
        });
        if (fault.right().end() != End.EITHER || code != 0) {
            fault.right().said().forEach(said -> requireSaid(said, console));
        }
    }

    private void requireSaid(String said, String console) {
        String all = console.toLowerCase(Locale.ROOT);
        if (Arrays.stream(said.split("\\|")).noneMatch(each -> all.contains(each.toLowerCase(Locale.ROOT)))) {
            wrong.add("its console does not say: " + said.replace("|", " or "));
        }
    }

    private static String cause(int code, String console) {
        return code == 0
                ? ""
                : console.lines()
                        .filter(line -> line.startsWith(GateMain.RED))
                        .findFirst()
                        .map(line -> " — " + shortened(line.substring(GateMain.RED.length())))
                        .orElse("");
    }

    /** Without what AssertJ puts before the message, and without a log behind it. */
    private static String shortened(String message) {
        String plain = message.replaceFirst("^.*?-- failure 1 --", "").replaceFirst("^[\\w.]+\\.(\\w+: )", "$1");
        return plain.length() > 200 ? plain.substring(0, 200) + "…" : plain;
    }

    private boolean allPassed() throws IOException {
        JsonNode results = results();
        return results.path("complete").asBoolean()
                && results.path("cells").size()
                        == results.path("plan").path("cells").size()
                && outcomes().values().stream().allMatch("PASSED"::equals);
    }

    private Map<String, String> outcomes() throws IOException {
        Map<String, String> outcomes = new TreeMap<>();
        results()
                .path("cells")
                .forEach(cell -> outcomes.put(
                        cell.path("id").asText().replaceAll("\\..*", ""),
                        cell.path("outcome").asText()));
        return outcomes;
    }

    /** A file that is there but can't be read is worse than none. */
    private JsonNode results() throws IOException {
        Path file = stage.output().resolve("results.json");
        return Files.exists(file) ? JSON.readTree(file.toFile()) : JSON.createObjectNode();
    }

    private void kept(String console) throws IOException {
        long finished = FINISHED.matcher(console)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .max()
                .orElse(0);
        Path folder = stage.output().resolve("cells");
        long cells = 0;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".json")).toList()) {
                    JSON.readTree(file.toFile());
                    cells++;
                }
            }
        }
        boolean results = Files.exists(stage.output().resolve("results.json"));
        kept = cells + " cells, results.json " + (results ? "readable" : "not there yet");
        if (cells < finished) {
            wrong.add(finished + " cells were finished, " + cells + " are kept");
        }
    }

    private void left(ListeningPorts ports) throws IOException, InterruptedException {
        Leftovers after = Leftovers.of(stage.marked(), stage.temporary(), ports);
        filesLeft |= !after.files().isEmpty();
        left.add(after.inWords());
        if (!after.nothingRuns()) {
            wrong.add("left after " + Leftovers.TIME.toSeconds() + " s: " + after.inWords());
            for (String process : after.processes()) {
                Signals.toProcess("KILL", Long.parseLong(process.substring(0, process.indexOf(' '))));
            }
        }
    }

    /** The same run goes on, undisturbed: what was kept is not measured again, and nothing is left of either. */
    private void goOn() throws Exception {
        Map<String, String> before = outcomes();
        Recipe undisturbed = fault.recipe().undisturbed();
        Victim victim = stage.start(undisturbed, Map.of("loomgate.continue", "true"));
        int code = victim.exitCode(LONGEST_RUN);
        keepConsole("continued");
        String console = victim.console();
        verdicts.add("continued: " + (code == 0 ? "green" : "exit code " + code + cause(code, console)));
        if (code != 0) {
            wrong.add("continued, it ends with exit code " + code + cause(code, console) + " " + outcomes());
        } else if (!allPassed()) {
            wrong.add("continued, it is green without every planned cell: " + outcomes());
        }
        before.forEach((variant, outcome) -> {
            if (outcome.equals("PASSED") && console.contains("booting " + variant + " ")) {
                wrong.add("continued, it measures " + variant + " again, which had PASSED");
            }
        });
        Leftovers after = Leftovers.of(stage.marked(), stage.temporary(), new ListeningPorts(new TreeMap<>()));
        if (!after.nothing()) {
            wrong.add("left by the run that continued it: " + after.inWords());
        } else if (filesLeft) {
            left.add("swept by the next start");
        }
    }

    /** For a person who has to find the cause. */
    private void keepConsole(String name) throws IOException {
        Path file = stage.folder().resolve(name + ".log");
        Files.writeString(
                file, (Files.exists(file) ? Files.readString(file) + "\n\n" : "") + strikes + "\n" + stage.console());
    }
}
