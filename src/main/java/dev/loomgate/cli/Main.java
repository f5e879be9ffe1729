package dev.loomgate.cli;

import dev.loomgate.Rejudge;
import dev.loomgate.Request;
import dev.loomgate.init.Init;
import dev.loomgate.init.InitException;
import dev.loomgate.load.Address;
import dev.loomgate.load.Arrivals;
import dev.loomgate.load.GeneratorBrokeException;
import dev.loomgate.load.LoadOrder;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import dev.loomgate.report.SideBySide;
import dev.loomgate.server.ServerStartException;
import dev.loomgate.study.Calibrate;
import dev.loomgate.study.FindLimits;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * One subcommand per method. Each ends with the exit code that the method gives back, and with 1 when the command line
 * or a file can't be used.
 *
 * <pre>
 * mvn -q compile exec:exec@loomgate -Dargs="rejudge target/loomgate-duel"
 * </pre>
 */
@Command(
        name = "loomgate",
        description =
                "Writes a first file for a service, works on the results of runs, and puts load on a server without a"
                        + " gate.",
        scope = CommandLine.ScopeType.INHERIT,
        exitCodeOnInvalidInput = 1,
        showDefaultValues = true,
        usageHelpAutoWidth = true)
final class Main {
    private static final String DUEL = "target/loomgate-duel";
    private static final String LIMITS = "target/loomgate-limits";
    private static final String FIRST_FILE = "perf.yml";
    private static final String DEFAULT_SCALE = "quick";
    private static final String RUN = "Folder of the run.";
    private static final String TOLERANCES = "A thresholds file whose tolerances hold instead of those of then.";

    @SuppressWarnings("UnusedVariable") // picocli's
    @Option(names = "--help", usageHelp = true, description = "Shows this.", scope = CommandLine.ScopeType.INHERIT)
    private boolean help;

    private final PrintStream console;

    private Main(PrintStream console) {
        this.console = console;
    }

    public static void main(String[] args) {
        // What libraries do is their own matter. Set before the first of them creates a logger.
        System.getProperties().putIfAbsent("logback.configurationFile", "dev/loomgate/quiet.xml");
        System.exit(run(utf8(System.out), utf8(System.err), args));
    }

    static int run(PrintStream console, PrintStream errors, String... args) {
        return new CommandLine(new Main(console))
                .setOut(new PrintWriter(console, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(errors, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(Main::failed)
                .execute(args.length == 0 ? new String[] {"--help"} : args);
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    /** What a user can mend is said in words. Everything else is a defect, and its stack trace is needed. */
    private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        boolean complete = failure instanceof UncheckedIOException
                || failure instanceof GeneratorBrokeException
                || failure instanceof ServerStartException
                || failure.getStackTrace().length == 0;
        if (!complete) {
            throw failure;
        }
        command.getErr().println(failure.getMessage());
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Command(
            description = "Writes a first, commented thresholds file for a service: what it can be asked comes from its"
                    + " OpenAPI document, from --path, and from asking the running service. Only GETs are measured;"
                    + " the rest stands in comments. Exit code 1: nothing was written, or no limits were found.")
    void init(
            @Option(names = "--file", description = "What is written.", defaultValue = FIRST_FILE) Path file,
            @Option(
                            names = "--jar",
                            description = "Executable jar of the service, relative to the folder of --file.",
                            defaultValue = "")
                    String jar,
            @Option(
                            names = "--command",
                            description = "In place of a jar: the words that start it, as in 'node server.js'.",
                            defaultValue = "")
                    String command,
            @Option(
                            names = "--port",
                            paramLabel = "<form>",
                            description = "How it is told its port: property=server.port, env=PORT or"
                                    + " argument=--port={port}. Not needed for Spring Boot, Quarkus and Micronaut.",
                            defaultValue = "")
                    String port,
            @Option(
                            names = "--url",
                            description = "Where it runs now: http://127.0.0.1:8080 when not given. With --openapi"
                                    + " alone, nothing is asked.",
                            defaultValue = "")
                    String url,
            @Option(
                            names = "--openapi",
                            paramLabel = "<file>",
                            description =
                                    "Its document, relative to the folder of --file; looked for at the service when"
                                            + " not given.",
                            defaultValue = "")
                    String openApi,
            @Option(names = "--path", description = "A path to ask with GET, beside those of the document; repeatable.")
                    @Nullable
                    List<String> paths,
            @Option(
                            names = "--ready",
                            paramLabel = "<path>",
                            description = "Path that answers 200 once it serves; looked for when not given.",
                            defaultValue = "")
                    String ready,
            @Option(
                            names = "--rate",
                            description = "Requests per second.",
                            defaultValue = "100",
                            converter = Count.class)
                    int rate,
            @Option(names = "--measure", description = "Find limits, too, as 'limits' does.") boolean measure) {
        Request request = Request.ofThisJvm(console);
        new Init(
                        file,
                        jar,
                        command,
                        port,
                        url,
                        openApi,
                        paths == null ? List.of() : paths,
                        ready,
                        rate,
                        request.jdks().versions().isEmpty()
                                ? Runtime.version().feature()
                                : request.jdks().versions().last())
                .write()
                .forEach(console::println);
        if (measure) {
            limits(file, DEFAULT_SCALE, Path.of(LIMITS));
        } else {
            console.println("next: look through it, then 'limits " + file + "' measures limits for it");
        }
        console.println("gate: mvn verify -Pperf -Dloomgate.thresholds=" + file.toAbsolutePath());
    }

    @Command(
            description =
                    "Starts the services of a thresholds file five times each, measures the cells of a scale every"
                            + " time, and writes limits that hold on this machine into the file. Exit code 1: no limits were"
                            + " found, and the file is as it was.")
    void limits(
            @Parameters(paramLabel = "FILE", description = "The thresholds file.", defaultValue = FIRST_FILE) Path file,
            @Option(names = "--scale", description = "Of the file.", defaultValue = DEFAULT_SCALE) String scale,
            @Option(names = "--output", description = "Folder for what the measuring leaves.", defaultValue = LIMITS)
                    Path output) {
        if (!Files.exists(file)) {
            throw new InitException("there is no file " + file + "; 'init' writes a first one");
        }
        FindLimits.of(Request.ofThisJvm(console)
                        .with(Map.of(
                                "loomgate.thresholds", file.toString(),
                                "loomgate.scale", scale,
                                "loomgate.output", output.toString())))
                .forEach(console::println);
    }

    @Command(
            description =
                    "Prints two results.json side by side. Exit code 2: their fingerprints differ, and nothing was"
                            + " compared.")
    int compare(
            @Parameters(paramLabel = "EARLIER") Path earlier,
            @Parameters(paramLabel = "LATER") Path later,
            @Option(names = "--anyway", description = "Even when the fingerprints differ.") boolean anyway) {
        return SideBySide.print(earlier, later, anyway, console);
    }

    @Command(
            description = "Judges the stored units of a comparison again, without measuring anything. Exit code 1: the"
                    + " verdict is red.")
    int rejudge(
            @Parameters(paramLabel = "RUN", description = RUN, defaultValue = DUEL) Path run,
            @Option(names = "--tolerances", paramLabel = "FILE", description = TOLERANCES, defaultValue = "")
                    String tolerances) {
        return Rejudge.judge(run, tolerances, console);
    }

    @Command(
            description =
                    "Writes the tables of a run with -Dloomgate.calibrate again, from its stored units: how often the"
                            + " gate is wrong, and what it sees.")
    void calibrate(
            @Parameters(paramLabel = "RUN", description = RUN, defaultValue = DUEL) Path run,
            @Option(names = "--tolerances", paramLabel = "FILE", description = TOLERANCES, defaultValue = "")
                    String tolerances) {
        Calibrate.again(run, tolerances).forEach(console::println);
    }

    @Command(
            description =
                    "Puts load on any HTTP server, without a gate: the generator is warmed, then the server in two"
                            + " cycles, then the phases follow.")
    void load(
            @Parameters(
                            paramLabel = "URL",
                            description = "As in http://127.0.0.1:8080/io",
                            converter = HttpAddress.class)
                    URI url,
            @Option(
                            names = "--rate",
                            description = "Requests per second (open model).",
                            defaultValue = "100",
                            converter = Count.class)
                    int rate,
            @Option(
                            names = "--users",
                            description = "In place of a rate: so many users (closed model).",
                            converter = Count.class)
                    @Nullable
                    Integer users,
            @Option(
                            names = "--seconds",
                            description = "Length of a phase.",
                            defaultValue = "10",
                            converter = Count.class)
                    int seconds,
            @Option(names = "--phases", description = "How many phases.", defaultValue = "1", converter = Count.class)
                    int phases,
            @Option(
                            names = "--body",
                            description = "A regular expression that each whole body matches.",
                            defaultValue = "(?s).*")
                    Pattern body,
            @Option(
                            names = "--warm-up",
                            paramLabel = "<seconds>",
                            description = "Length of both warm-up cycles together.",
                            defaultValue = "6",
                            converter = Count.class)
                    int warmUp,
            @Option(
                            names = "--warm-up-users",
                            description = "Users of the warm-up (closed model).",
                            defaultValue = "10",
                            converter = Count.class)
                    int warmUpUsers,
            @Option(
                            names = "--connections",
                            description = "Requests in flight at most.",
                            defaultValue = "4096",
                            converter = Count.class)
                    int connections,
            @Option(
                            names = "--output",
                            description = "Folder for Gatling's report and the logs.",
                            defaultValue = "target/load")
                    Path output) {
        Path folder = output.toAbsolutePath();
        LoadOrder order = new LoadOrder(
                url.getRawPath(),
                Address.of(HttpAddress.base(url)),
                Requests.of(HttpRequest.get(HttpAddress.path(url), body.pattern())),
                users == null ? new Arrivals.Open(rate) : new Arrivals.Closed(users),
                seconds * 1000L,
                0,
                phases,
                warmUpUsers,
                warmUp * 1000L / HandLoad.WARM_UP_CYCLES,
                connections,
                folder.toString(),
                folder.resolve("hlog").toString(),
                "load",
                null);
        HandLoad.put(order, folder, Request.ofThisJvm(console));
    }
}
