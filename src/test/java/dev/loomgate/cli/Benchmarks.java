package dev.loomgate.cli;

import dev.loomgate.load.GeneratorSpeedBenchmark;
import dev.loomgate.load.RecorderCostBenchmark;
import dev.loomgate.sampling.ObservingCost;
import dev.loomgate.verdict.ForetoldRounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What the instrument costs and how precise it is, run by hand on a quiet machine. No JUnit tests: a busy machine must
 * not turn a build red.
 *
 * <pre>
 * mvn -q package -DskipTests exec:exec@benchmark -Dargs="generator-speed baseline,send-lead-off --runs 5"
 * </pre>
 */
@Command(
        name = "benchmark",
        description = "Measures the instrument itself, on a quiet machine.",
        scope = CommandLine.ScopeType.INHERIT,
        showDefaultValues = true,
        usageHelpAutoWidth = true)
final class Benchmarks {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @SuppressWarnings("UnusedVariable") // picocli's
    @Option(names = "--help", usageHelp = true, description = "Shows this.", scope = CommandLine.ScopeType.INHERIT)
    private boolean help;

    private Benchmarks() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Benchmarks()).execute(args));
    }

    @Command(
            name = "recorder-cost",
            description = "What does the recorder add to Gatling? Or, what becomes of the generator?")
    void recorderCost(
            @Parameters(
                            paramLabel = "cost|heap|overload",
                            description =
                                    "cost: CPU per request, with and without the recorder. heap: heap and threads over ten"
                                            + " orders in a row. overload: an order far beyond what a generator can do.",
                            defaultValue = "cost")
                    String question)
            throws IOException, InterruptedException {
        RecorderCostBenchmark.run(question, TARGET);
    }

    @Command(
            name = "generator-speed",
            description = "How precise and how cheap is the generator, started in these ways?")
    void generatorSpeed(
            @Parameters(description = "As in baseline,send-lead-off", defaultValue = "all") String options,
            @Option(names = "--runs", description = "Of each.", defaultValue = "2", converter = Count.class) int runs)
            throws IOException, InterruptedException {
        GeneratorSpeedBenchmark.run(options, runs, TARGET);
    }

    @Command(
            name = "claims-rounds",
            description = "How often are the intervals of claims wrong, by runs that were kept?")
    void claimsRounds(
            @Parameters(
                            paramLabel = "folder",
                            description = "What a run of the claims has left; of two, each foretells the other, too.",
                            arity = "1..2")
                    List<Path> folders) {
        ForetoldRounds.print(folders, System.out);
    }

    @Command(name = "observing-cost", description = "What does sampling cost the server?")
    void observingCost(
            @Option(names = "--workload", description = "Of thresholds.yml.", defaultValue = "empty") String workload,
            @Option(
                            names = "--rate",
                            description = "Requests per second.",
                            defaultValue = "1000",
                            converter = Count.class)
                    int rate,
            @Option(
                            names = "--phases",
                            description = "Every other one is sampled.",
                            defaultValue = "20",
                            converter = Count.class)
                    int phases,
            @Option(
                            names = "--seconds",
                            description = "Length of a phase.",
                            defaultValue = "4",
                            converter = Count.class)
                    int seconds)
            throws IOException {
        ObservingCost.measure(TARGET, workload, rate, phases, seconds);
    }
}
