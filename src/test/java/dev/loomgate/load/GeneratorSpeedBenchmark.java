package dev.loomgate.load;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How precise and how cheap the generator is, started in different ways, against a server that knows the truth. What
 * the recorder costs is another question: {@link RecorderCostBenchmark}.
 */
public final class GeneratorSpeedBenchmark {
    /** The truth server tells phases apart by a pause of 200 ms. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final int REQUESTS_PER_SECOND = 2000;
    private static final int SECONDS = 5;
    private static final int PHASES = 6;
    private static final int TRAINING_SECONDS = 120;

    private final Path folder;
    private final Path server;
    private final String packedClassPath;
    private final Placement placement = Placement.ofMachine();

    private GeneratorSpeedBenchmark(Path target) throws IOException {
        folder = Files.createDirectories(target.resolve("generator-speed"));
        packedClassPath = PackedClassPath.of(System.getProperty("java.class.path"), folder);
        server = target.resolve("servers").resolve("truth");
    }

    /**
     * Prints a table.
     *
     * @param options as in {@code baseline,send-lead-off}, or {@code all}
     * @param runs of each option
     * @param target the build folder
     */
    public static void run(String options, int runs, Path target) throws IOException, InterruptedException {
        new GeneratorSpeedBenchmark(target).run(SpeedOption.named(options), runs);
    }

    /**
     * In rounds, each in the other direction than the one before, so that a machine that gets slower favours no option.
     */
    private void run(List<SpeedOption> options, int rounds) throws IOException, InterruptedException {
        System.out.printf(
                "%d req/s, %d phases of %d s, of which the last %d count; truth: uniform 2 ms to 10 ms; server CPUs %s, generator CPUs %s%n",
                REQUESTS_PER_SECOND,
                PHASES,
                SECONDS,
                SpeedRun.LAST_PHASES,
                placement.serverCpus(),
                placement.generatorCpus());
        Map<SpeedOption, List<SpeedRun>> runs = new EnumMap<>(SpeedOption.class);
        for (SpeedOption option : options) {
            runs.put(option, new ArrayList<>());
            train(option);
        }
        for (int round = 0; round < rounds; round++) {
            for (SpeedOption option : round % 2 == 0 ? options : options.reversed()) {
                String run = "run " + (round + 1) + " of " + option.title();
                try {
                    SpeedRun result = measure(option);
                    runs.computeIfAbsent(option, fresh -> new ArrayList<>()).add(result);
                    System.out.println(run + ": " + result);
                } catch (SpeedRun.NotWhole e) {
                    System.out.println(run + " DOES NOT COUNT: " + e.getMessage());
                }
            }
        }
        System.out.println();
        System.out.println(SpeedTable.of(runs));
    }

    private SpeedRun measure(SpeedOption option) throws IOException, InterruptedException {
        Path truth = folder.resolve("truth.csv");
        Path gcLog = folder.resolve("gc.log");
        Files.deleteIfExists(truth);
        Files.deleteIfExists(gcLog);
        List<String> options = new ArrayList<>(option.jvmOptions(folder));
        options.add("-Xlog:gc:file=" + gcLog);
        BenchmarkServer known = BenchmarkServer.start(
                server,
                placement,
                folder,
                List.of("-Dloomgate.truth.delay=uniform 2ms..10ms", "-Dloomgate.truth.log=" + truth));
        PlayedRun played = PlayedRun.of(order(known.baseUrl())).pause(PAUSE);
        long start = System.nanoTime();
        try (known;
                LoadGenerator generator = new LoadGenerator(setup(option, options))) {
            played.play(generator, PHASES);
        }
        if (!known.process().waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the server does not end");
        }
        return SpeedRun.of(
                (played.readyNanos() - start) / 1e9,
                played.loads(),
                TruthPhases.read(truth),
                REQUESTS_PER_SECOND,
                gcLog);
    }

    /** A JVM writes its archive when it ends in its own time. */
    private void train(SpeedOption option) throws IOException, InterruptedException {
        if (!option.needsTraining()) {
            return;
        }
        Files.deleteIfExists(option.archive(folder));
        try (LoadGenerator generator = new LoadGenerator(setup(option, option.trainingOptions(folder)))) {
            generator.prepare();
            ProcessHandle process = generatorProcess();
            process.destroy();
            process.onExit().get(TRAINING_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the training run does not end", e);
        }
        if (!Files.exists(option.archive(folder))) {
            throw new IllegalStateException(
                    "the training run wrote no " + option.archive(folder) + "; see generator.log");
        }
    }

    private static ProcessHandle generatorProcess() {
        return ProcessHandle.current()
                .children()
                .filter(child -> Arrays.asList(child.info().arguments().orElse(new String[0]))
                        .contains(GeneratorMain.class.getName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no generator runs; see generator.log"));
    }

    private GeneratorSetup setup(SpeedOption option, List<String> options) {
        return new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                option.needsTraining() ? packedClassPath : System.getProperty("java.class.path"),
                placement,
                options,
                folder.resolve("generator.log"));
    }

    private LoadOrder order(String baseUrl) {
        String results = folder.toString();
        return new LoadOrder(
                "truth",
                Address.of(baseUrl),
                Requests.of(HttpRequest.get("/truth", "ok")),
                new Arrivals.Open(REQUESTS_PER_SECOND),
                SECONDS * 1000L,
                0,
                PHASES,
                10,
                1000,
                4096,
                results,
                results,
                "speed",
                null);
    }
}
