import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.core.impl.LocalBenchmarkData;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Runs two Hyperfoil benchmarks in this JVM, the warm-up and the measurement, and prints the second as one line of JSON, in ms.
 *
 * <p>Hyperfoil's engine, parser and statistics without its controller: the command-line program rounds what it prints to three digits, and wants the modules for
 * clustering too. {@code java -cp 'lib/*' HyperfoilAlone.java warm-up.yml measured.yml}
 */
final class HyperfoilAlone {
    private HyperfoilAlone() {}

    public static void main(String[] arguments) throws Exception {
        run(Path.of(arguments[0]));
        // The server takes a gap of 200 ms for the end of a phase. A phase without requests in one benchmark is not always one.
        Thread.sleep(1000);
        StatisticsSnapshot measured = run(Path.of(arguments[1]));
        System.out.printf(
                Locale.ROOT,
                "cross-check {\"requests\": %d, \"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f, \"errors\": %d}%n",
                measured.responseCount,
                measured.histogram.getValueAtPercentile(50) / 1e6,
                measured.histogram.getValueAtPercentile(99) / 1e6,
                measured.histogram.getMaxValue() / 1e6,
                measured.errors() + measured.invalid);
        // Threads that are still there do not keep this JVM.
        System.exit(0);
    }

    private static StatisticsSnapshot run(Path file) throws Exception {
        StatisticsSnapshot all = new StatisticsSnapshot();
        try (var text = Files.newInputStream(file)) {
            Benchmark benchmark = BenchmarkParser.instance().buildBenchmark(text, new LocalBenchmarkData(file), Map.of());
            new LocalSimulationRunner(
                            benchmark,
                            (phase, step, metric, snapshot, countDown) -> all.add(snapshot),
                            (phase, least, most) -> {},
                            null)
                    .run();
        }
        return all;
    }
}
