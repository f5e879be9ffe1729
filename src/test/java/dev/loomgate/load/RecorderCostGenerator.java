package dev.loomgate.load;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import io.gatling.app.Gatling$;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generator JVM of {@link RecorderCostBenchmark}: runs the plain simulation and the recorded one in ABBA blocks, so
 * that a machine that gets slower over time favours neither, and compares neighbours.
 */
final class RecorderCostGenerator {
    private static final int BLOCKS = 6;
    private static final int REQUESTS_PER_SECOND = 1000;
    private static final int SECONDS = 10;

    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final String baseUrl;
    private final Path folder;

    private RecorderCostGenerator(String baseUrl, Path folder) {
        this.baseUrl = baseUrl;
        this.folder = folder;
    }

    /** Takes the server's address and a folder for Gatling's own results. */
    public static void main(String[] args) {
        RecorderCostGenerator generator = new RecorderCostGenerator(args[0], Path.of(args[1]));
        System.setOut(System.err);
        generator.run();
        System.exit(0);
    }

    private void run() {
        out.printf(
                "%d req/s on /io for %d s, CPU per request of the whole generator JVM%n", REQUESTS_PER_SECOND, SECONDS);
        out.println("pair   plain µs  recorded µs    ratio   late p99 ms   lost");
        block(0, new ArrayList<>());
        List<RecorderCost> pairs = new ArrayList<>();
        for (int block = 1; block <= BLOCKS; block++) {
            block(block, pairs);
        }
        out.println(RecorderCost.conclusion(pairs));
    }

    /** Plain, recorded, recorded, plain: two pairs of neighbours. Block 0 warms up JVM and server. */
    private void block(int number, List<RecorderCost> pairs) {
        double plainFirst = plain();
        pairs.add(show(number, pairs.size(), recorded(plainFirst)));
        RecorderCost recordedFirst = recorded(Double.NaN);
        pairs.add(show(number, pairs.size(), recordedFirst.besides(plain())));
    }

    private RecorderCost show(int block, int before, RecorderCost pair) {
        out.printf("%-6s %s%n", block == 0 ? "warm" : String.valueOf(before + 1), pair.line());
        return pair;
    }

    private double plain() {
        // Gatling's stop of a run leaves Logback at DEBUG; a user who starts a fresh JVM has WARN.
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.WARN);
        CpuSpan cpu = new CpuSpan();
        PlainSimulation.prepare(order(), cpu);
        gatling(PlainSimulation.class.getName());
        return perRequestMicros(cpu);
    }

    private RecorderCost recorded(double plainMicros) {
        CpuSpan cpu = new CpuSpan();
        MeasuredOnly stage = new MeasuredOnly(order(), cpu);
        LoadScript.use(stage.script);
        gatling(LoadGenerator.SIMULATION);
        LoadScript.use(null);
        IterationLoad load = stage.script
                .phase(1)
                .summaries(
                        "recorded",
                        new GeneratorCost(Duration.ofNanos(cpu.nanos()), Duration.ZERO, Duration.ZERO),
                        List.of(""))
                .getFirst();
        return new RecorderCost(
                plainMicros,
                perRequestMicros(cpu),
                load.lateness().getValueAtPercentile(99) / 1e6,
                load.planned() - load.good());
    }

    private static double perRequestMicros(CpuSpan cpu) {
        return cpu.nanos() / 1e3 / (REQUESTS_PER_SECOND * SECONDS);
    }

    private void gatling(String simulation) {
        System.gc();
        int code = Gatling$.MODULE$.fromArgs(new String[] {
            "--simulation",
            simulation,
            "--results-folder",
            folder.resolve("gatling").toString(),
            "--no-reports",
            "--run-description",
            "recorder cost"
        });
        if (code != 0) {
            throw new IllegalStateException(simulation + " ended with status " + code);
        }
    }

    private LoadOrder order() {
        String results = folder.toString();
        return new LoadOrder(
                "io",
                Address.of(baseUrl),
                Requests.of(HttpRequest.get("/io", "ok")),
                new Arrivals.Open(REQUESTS_PER_SECOND),
                SECONDS * 1000L,
                0,
                1,
                1,
                1,
                4096,
                results,
                results,
                "cost",
                null);
    }

    /** The server is warm already: goes straight to the measured phase. */
    private static final class MeasuredOnly implements LoadScript.Stage {
        private final LoadScript script;
        private final CpuSpan cpu;

        MeasuredOnly(LoadOrder order, CpuSpan cpu) {
            this.script = new LoadScript(order, GeneratorOptions.USUAL, this);
            this.cpu = cpu;
        }

        @Override
        public void atWarmUp(int cycle) {
            script.warmUp().enough();
        }

        @Override
        public void warmUpEnded(int cycle) {}

        @Override
        public void atIteration(int iteration) {
            cpu.starts();
            script.phase(iteration).go(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN);
        }

        @Override
        public void iterationEnded(int iteration) {
            cpu.ends();
        }
    }
}
