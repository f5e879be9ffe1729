package dev.loomgate.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs faults and writes the table after each. Two at a time: a run of these mostly waits, and none of them asks how
 * long something took.
 */
final class FaultSuite {
    private final Path folder;
    private final Checkout checkout;
    private final List<String> gate;
    private final long seed;
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<Fault> order;

    private FaultSuite(List<Fault> faults, Path folder, List<String> gate) {
        this.gate = gate;
        this.order = faults;
        this.folder = folder;
        this.checkout = new Checkout(folder.resolve("checkout"));
        this.seed = Long.getLong("faults.seed", 1);
    }

    /**
     * Writes {@code <folder>.md}.
     *
     * @param gate main class and arguments of what is struck
     */
    static List<Outcome> run(List<Fault> faults, Path folder, List<String> gate) throws Exception {
        return new FaultSuite(faults, folder, gate).run();
    }

    private List<Outcome> run() throws Exception {
        delete(folder);
        Files.createDirectories(folder);
        String only = System.getProperty("faults.only", "");
        List<Fault> chosen = order.stream()
                .filter(fault -> fault.slug().matches(".*(" + only + ").*"))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(Integer.getInteger("faults.parallel", 2))) {
            List<Future<Optional<Outcome>>> running = new ArrayList<>();
            for (Fault fault : chosen) {
                if (!fault.alone()) {
                    running.add(threads.submit(() -> Optional.of(one(fault))));
                }
            }
            for (Future<Optional<Outcome>> each : running) {
                var unused = each.get();
            }
        }
        for (Fault fault : chosen) {
            if (fault.alone()) {
                var unused = one(fault);
            }
        }
        return inOrder();
    }

    private Outcome one(Fault fault) throws IOException {
        Path stage = Files.createDirectories(folder.resolve(fault.slug()).toAbsolutePath());
        Outcome outcome = FaultRun.of(fault, stage, checkout, gate, seed);
        System.out.println("[faults] " + outcome.mark().replace("*", "") + "  " + fault.kind() + ": " + fault.done()
                + " (" + outcome.took().toSeconds() + " s) " + outcome.verdict() + " " + outcome.skipped()
                + outcome.wrong().stream().map(wrong -> "\n    wrong: " + wrong).reduce("", String::concat));
        if (outcome.passed()) {
            delete(stage);
        }
        synchronized (outcomes) {
            outcomes.add(outcome);
            Files.writeString(folder.resolveSibling(folder.getFileName() + ".md"), FaultTable.of(inOrder(), where()));
        }
        return outcome;
    }

    private List<Outcome> inOrder() {
        return outcomes.stream()
                .sorted((one, other) -> Integer.compare(order.indexOf(one.fault()), order.indexOf(other.fault())))
                .toList();
    }

    private String where() {
        return Instant.now().truncatedTo(ChronoUnit.MINUTES) + ", commit " + commit() + ", "
                + Runtime.getRuntime().availableProcessors() + " CPUs, " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", seed " + seed + ".";
    }

    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty").start();
            return git.inputReader().lines().findFirst().orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** With a command: symbolic links and folders of another user namespace are among it. */
    private static void delete(Path folder) throws IOException {
        if (!Stage.succeeds("rm", "-rf", folder.toString())) {
            throw new IOException("cannot delete " + folder);
        }
    }
}
