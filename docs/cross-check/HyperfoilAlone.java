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
 * Runs a Hyperfoil benchmark in this JVM and prints the phase {@code test} as one line of JSON, in ms.
 *
 * <p>Hyperfoil's engine, parser and statistics without its controller: the command-line program rounds what it prints to three digits, and wants the modules for
 * clustering too. {@code java -cp 'lib/*' HyperfoilAlone.java benchmark.yml}
 */
final class HyperfoilAlone {
    private HyperfoilAlone() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        StatisticsSnapshot test = new StatisticsSnapshot();
        Benchmark benchmark;
        try (var text = Files.newInputStream(file)) {
            benchmark = BenchmarkParser.instance().buildBenchmark(text, new LocalBenchmarkData(file), Map.of());
        }
        new LocalSimulationRunner(
                        benchmark,
                        (phase, step, metric, snapshot, countDown) -> {
                            if (phase.name().equals("test")) {
                                test.add(snapshot);
                            }
                        },
                        (phase, least, most) -> {},
                        null)
                .run();
        System.out.printf(
                Locale.ROOT,
                "cross-check {\"requests\": %d, \"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f, \"errors\": %d}%n",
                test.responseCount,
                test.histogram.getValueAtPercentile(50) / 1e6,
                test.histogram.getValueAtPercentile(99) / 1e6,
                test.histogram.getMaxValue() / 1e6,
                test.errors() + test.invalid);
        // Event loops that are still there do not keep this JVM.
        System.exit(0);
    }
}
