package dev.loomgate.init;

import dev.loomgate.plan.HttpRequest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of a first thresholds file, with a comment on each thing that a user will change. Values that come from
 * elsewhere stand in single quotes; all else is written here.
 *
 * @param program what is started
 * @param java feature version of the runtime
 * @param rate requests per second
 */
record FirstFile(ProgramEntry program, FoundService service, int java, int rate) {
    /** Of the one workload that is written. */
    static final String WORKLOAD = "mix";

    /**
     * The variant.
     *
     * @param jar as the file names it; empty for a command
     * @param words of the command; empty for a jar
     */
    record ProgramEntry(String name, String jar, List<String> words, ServiceKind kind) {
        ProgramEntry {
            words = List.copyOf(words);
        }

        boolean isJar() {
            return !jar.isEmpty();
        }
    }

    String text() {
        return String.join("\n", head(), variants(), workloads(), scales(), limits(), comparison()) + "\n";
    }

    private String head() {
        return """
                # What is started, what is asked of it, and what is tolerated. Written by 'loomgate init', to be changed.
                # Guide: docs/how-to/own-service.md of Loomgate; every key: docs/reference/thresholds.md.
                #
                #   mvn verify -Pperf -Dloomgate.thresholds=<this file>                       limits
                #   … -Dloomgate.baseline=jdk21 -Dloomgate.candidate=jdk25                    two JDKs: add the other below
                #   … -Dloomgate.baseline=git:origin/main -Dloomgate.candidate=git:HEAD       two revisions: needs 'build'

                # The newest that is found is used. 'heap' is both its smallest and its largest size; 'memory' is what a
                # container may use, and no limit of a process.
                runtimes:
                  jdk%d: {java: %d, heap: 256 MiB, memory: 768 MiB}
                """.formatted(java, java);
    }

    private String variants() {
        List<String> lines = new ArrayList<>();
        lines.add("variants:");
        lines.add("  " + program.name() + ":");
        if (program.isJar()) {
            lines.add("    jar: " + Words.quoted(program.jar()) + "    # relative to this file");
            lines.add("    # build: [mvn, -q, package, -DskipTests]    # makes the jar; only for arms from Git");
        } else {
            lines.add(
                    "    # No shell reads it. A script ends in exec, so that the service is the process that was started.");
            lines.add("    command: ["
                    + program.words().stream().map(Words::quoted).collect(Collectors.joining(", ")) + "]");
        }
        ServiceKind kind = program.kind();
        lines.add("    port: {" + kind.portKey() + ": " + Words.quoted(kind.portValue()) + "}    # " + kind.words()
                + "; another free port in every start");
        lines.add("    ready: " + Words.quoted(service.ready())
                + (service.asked() ? "    # answered 200" : "    # not asked: a path that answers 200 once it serves"));
        lines.add("    # within: 60 s    # how long that may take");
        add(lines, "settings", kind.settings());
        add(lines, "env", kind.environment());
        if (program.isJar()) {
            lines.add("    # args: [--spring.profiles.active=perf]    # behind the jar");
        }
        lines.add(
                "    # needs: {database: {seed: [schema.sql]}}    # PostgreSQL; own-service.md, \"A database behind it\"");
        return String.join("\n", lines) + "\n";
    }

    private static void add(List<String> lines, String key, Map<String, String> entries) {
        if (!entries.isEmpty()) {
            lines.add("    " + key + ":");
            entries.forEach((name, value) -> lines.add("      " + name + ": " + Words.quoted(value)));
        }
    }

    private String workloads() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "# What clients ask: each request has its share of all, and percentiles of its own. 'body' is a regular");
        lines.add("# expression that the whole answer must match, (?s).* any. Data files (feed), tokens (login):");
        lines.add("# own-service.md, \"What is asked\".");
        lines.add("# "
                + (service.source().isEmpty()
                        ? "No OpenAPI document was found: these are paths that were named, or usual ones."
                        : "From " + Words.comment(service.source()) + "."));
        lines.add("workloads:");
        lines.add("  " + WORKLOAD + ":");
        lines.add("    warm-up-users: 8    # ask as fast as they are answered until the JIT is quiet");
        lines.add("    requests:");
        List<FoundRequest> active = service.active();
        for (int i = 0; i < active.size(); i++) {
            FoundRequest each = active.get(i);
            if (!each.says().isBlank()) {
                lines.add("      # " + Words.comment(each.says()));
            }
            lines.addAll(indented("      ", block(each, share(i, active.size()))));
        }
        List<FoundRequest> others =
                service.requests().stream().filter(each -> !each.active()).toList();
        if (!others.isEmpty()) {
            lines.add(
                    "      # Not measured. To measure one, give it a share, take that from the others, and remove the '# '.");
            others.forEach(each -> {
                lines.add("      #");
                lines.add("      # # "
                        + Words.comment(each.request().method() + ", " + each.why()
                                + (each.says().isBlank() ? "" : ": " + each.says())));
                lines.addAll(indented("      # ", block(each, "10 %")));
            });
        }
        service.left().forEach(each -> lines.add("      # Left out: " + Words.comment(each)));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> indented(String by, List<String> lines) {
        return lines.stream().map(line -> by + line).toList();
    }

    private static List<String> block(FoundRequest found, String share) {
        HttpRequest request = found.request();
        List<String> lines = new ArrayList<>();
        lines.add(found.name() + ":");
        lines.add("  share: " + share);
        lines.add("  path: " + Words.quoted(request.path()));
        if (!request.method().equals("GET")) {
            lines.add("  method: " + request.method());
        }
        if (!request.headers().isEmpty()) {
            lines.add("  headers:");
            request.headers().forEach((name, value) -> lines.add("    " + name + ": " + Words.quoted(value)));
        }
        if (!request.body().isEmpty()) {
            lines.add("  send: " + Words.quoted(request.body()));
        }
        if (request.status() != 200) {
            lines.add("  status: " + request.status());
        }
        lines.add("  body: " + Words.quoted(request.answer()) + (found.active() ? "    # " + found.why() : ""));
        return lines;
    }

    /** All alike, to a hundredth; the first has what is left over. */
    private static String share(int place, int of) {
        BigDecimal each = BigDecimal.valueOf(100).divide(BigDecimal.valueOf(of), 2, RoundingMode.DOWN);
        BigDecimal share =
                place == 0 ? BigDecimal.valueOf(100).subtract(each.multiply(BigDecimal.valueOf(of - 1))) : each;
        return share.stripTrailingZeros().toPlainString() + " %";
    }

    private String scales() {
        String warmUp = program.isJar()
                ? "{load: 2 s, floor: 5, cap: 20, quiet: 15 %}"
                : "{load: 2 s, floor: 3, cap: 5, quiet: 15 %}";
        return """
                # How long is measured, and what. A load is a rate, at which requests come however slow the answers are
                # (choose that of your service at its busiest), or users that wait for each answer: 16 users.
                scales:
                  quick:
                    iteration: 3 s
                    iterations: 3
                    max-iterations: 6    # more where a limit is undecided, or the machine was disturbed
                    rest: 200 ms
                    warm-up: %s
                    cells:
                      - {variants: [%s], workloads: [%s], loads: [%d req/s]}
                """.formatted(warmUp, program.name(), WORKLOAD, rate);
    }

    private String limits() {
        return """
                # What is tolerated. Metrics: docs/reference/metrics.md. That no request fails and no answer is wrong holds
                # anyway.
                limits:
                  - limits:
                      throughput: '>= 95 %% of offered'
                %s
                """.formatted(MeasuredBlock.empty());
    }

    private String comparison() {
        String metrics = program.isJar() ? """
                  allocated: {tolerate: 2 %, catch: 10 %}
                  cpu: {tolerate: 1 %, catch: 5 %}
                  p50: {tolerate: 1 %, catch: 10 %}
                  live-heap: {tolerate: 2 %, catch: 10 %}
                  # ceiling: {tolerate: 3 %, catch: 20 %}    # most requests per second; half a minute more per pair""" : """
                  cpu: {tolerate: 1 %, catch: 5 %}
                  p50: {tolerate: 1 %, catch: 10 %}
                  rss: {tolerate: 2 %, catch: 10 %}""";
        String text = """
                # For a comparison of two arms: a change up to 'tolerate' is no regression, one of 'catch' must be seen.
                # How sure: docs/explanation/error-rates.md.
                tolerances:
                %s

                # How a comparison is measured: pairs of fresh servers, until it is decided or 'units' are spent.
                duels:
                  quick:
                    units: 8
                    at-most: 10 min
                    cells:
                      - {variants: [%s], workloads: [%s], loads: [%d req/s]}
                """.formatted(metrics.indent(2).stripTrailing(), program.name(), WORKLOAD, rate);
        return text.strip();
    }
}
