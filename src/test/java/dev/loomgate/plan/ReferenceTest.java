package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Direction;
import dev.loomgate.metric.Metric;
import dev.loomgate.metric.Unit;
import dev.loomgate.plan.Switch.Group;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference pages are made of what the code knows: keys of the published schema, switches, metrics. A page that
 * differs is red, with the command that writes it.
 */
final class ReferenceTest {
    private static final String WRITE = "reference.write";
    private static final Path FOLDER = Path.of("docs", "reference");
    private static final Path SCHEMA = Path.of("src/main/resources/dev/loomgate/plan/thresholds.schema.json");

    @Test
    void thresholdsAreThoseOfTheSchema() throws IOException {
        hold("thresholds.md", new SchemaPage(Files.readString(SCHEMA)).markdown());
    }

    @Test
    void switchesAreThoseOfTheHarness() throws IOException {
        hold("switches.md", switches());
    }

    @Test
    void metricsAreThoseOfTheHarness() throws IOException {
        hold("metrics.md", metrics());
    }

    @Test
    void theSchemaNamesTheGuardsThatHoldWithoutBeingWritten() throws IOException {
        Guards guards = Defaults.GUARDS;
        assertThat(new SchemaPage(Files.readString(SCHEMA)).markdown())
                .containsPattern(guard("rate", percent(guards.generator().rateShare())))
                .containsPattern(
                        guard("lateness", guards.generator().latenessFloor().toMillis() + " ms"))
                .containsPattern(
                        guard("lateness-share", percent(guards.generator().latenessShare())))
                .containsPattern(
                        guard("generator-cpu", percent(guards.generator().cpuShare())))
                .containsPattern(guard("steal", percent(guards.machine().stealShare())))
                .containsPattern(guard("foreign-cpu", percent(guards.machine().foreignCpuShare())))
                .containsPattern(guard("clock", guards.machine().clock().toMillis() + " ms"))
                .containsPattern(guard("jit", percent(guards.jitShare())))
                .containsPattern(guard("sampler-gap", guards.samplerGap().toSeconds() + " s"))
                .containsPattern(guard("remeasure", String.valueOf(guards.remeasure())));
    }

    @Test
    void theSchemaNamesTheValuesOfADuelThatHoldWithoutBeingWritten() throws IOException {
        WarmUpRules rules = Defaults.UNIT_WARM_UP.rules();
        List<String> windows =
                Defaults.WINDOWS.stream().map(ReferenceTest::seconds).toList();
        assertThat(new SchemaPage(Files.readString(SCHEMA)).markdown())
                .contains("When not given, " + String.join(", ", windows.subList(0, windows.size() - 1)) + " or "
                        + windows.getLast() + ": the first")
                .containsPattern(ofDuel("windows", String.valueOf(Defaults.WINDOWS_OF_A_UNIT)))
                .containsPattern(ofDuel("dropped", Quoted.duration(Defaults.DROPPED)))
                .containsPattern(ofDuel("rest", Quoted.duration(Defaults.BETWEEN_WINDOWS)))
                .containsPattern(ofDuel("ceiling-time", "1.5 s"))
                .containsPattern(ofDuel(
                        "warm-up",
                        "{requests: %d, floor: %d, cap: %d, quiet: %s}"
                                .formatted(
                                        Defaults.UNIT_WARM_UP.requests(),
                                        rules.floorCycles(),
                                        rules.capCycles(),
                                        percent(rules.quietShare()))))
                .containsPattern(ofDuel("units", String.valueOf(Defaults.UNITS)))
                .containsPattern(ofDuel("at-most", Defaults.DUEL_AT_MOST.toMinutes() + " min"))
                .containsPattern(ofDuel("alpha", percent(Defaults.GATE_ALPHA)));
    }

    /** The row of a key, with the value that holds when it is not given. */
    private static Pattern guard(String key, String value) {
        return Pattern.compile("\\| `" + key + "` \\|[^\\n]*[;,] " + Pattern.quote(value) + " when not given");
    }

    private static Pattern ofDuel(String key, String value) {
        return guard("<name>." + key, value);
    }

    private static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    private static String switches() {
        List<String> lines = new ArrayList<>();
        lines.add("<!-- made of dev.loomgate.plan.Switch by ReferenceTest -->");
        lines.add("# Switches");
        lines.add("");
        lines.add(
                "Each is given to Maven as `-Dloomgate.<name>=<value>`, behind `mvn verify -Pperf`. A misspelt name or value is");
        lines.add("refused with the words that are allowed, before anything is started.");
        for (Group group : Group.values()) {
            lines.addAll(List.of(
                    "", "## " + title(group), "", "| Name | Takes | When not given | Meaning |", "|---|---|---|---|"));
            Arrays.stream(Switch.values())
                    .filter(each -> each.group() == group)
                    .forEach(each -> lines.add("| `" + each.text() + "` | " + each.takes() + " | " + each.otherwise()
                            + " | " + each.meaning() + " |"));
            if (group == Group.ANY) {
                lines.add("| `jdk.<version>` | a path | found by itself | Home of that JDK, for forked servers. |");
                lines.add("| `image.<version>` | an image | `"
                        + Defaults.image(25).replace("25", "<version>")
                        + "` | Image with that Java, for servers in containers; a local one is not pulled. |");
            }
        }
        lines.add("");
        lines.add("What works on results (`compare`, `rejudge`, `calibrate`) is a command of its own, and stands in");
        lines.add("[work with runs](../how-to/runs.md).");
        return String.join("\n", lines) + "\n";
    }

    private static String title(Group group) {
        return switch (group) {
            case KIND -> "What kind of run";
            case ANY -> "Every run";
            case SCALES -> "A quick try of cells and claims";
            case CLAIMS -> "A run of the claims";
            case COMPARISONS -> "A comparison of two arms";
        };
    }

    private static String metrics() {
        List<String> lines = new ArrayList<>();
        lines.add("<!-- made of dev.loomgate.metric.Metric by ReferenceTest -->");
        lines.add("# Metrics");
        lines.add("");
        lines.add(
                "Each can be limited in `thresholds.yml`, in any of its units, against another variant (`<= 1.5 x platform-100`), and a");
        lines.add(
                "rate against a bound (`>= 95 % of offered`, `<= 105 % of threads / wait`). `of offered` holds on cells whose load is a");
        lines.add("rate: users ask as fast as they are answered.");
        lines.add("");
        lines.add("| Metric | Reported in | Limits in | Better | Of each | Meaning |");
        lines.add("|---|---|---|---|---|---|");
        for (Metric metric : Metric.values()) {
            String units = Arrays.stream(Unit.values())
                    .filter(unit -> unit.dimension() == metric.unit().dimension())
                    .map(Unit::symbol)
                    .collect(Collectors.joining(", "));
            lines.add("| `" + metric.key() + "` | " + metric.unit().symbol() + " | " + units + " | "
                    + (metric.direction() == Direction.LOWER_IS_BETTER ? "lower" : "higher") + " | "
                    + (metric.isOfIteration() ? "iteration" : "cell") + " | " + metric.meaning() + " |");
        }
        return String.join("\n", lines) + "\n";
    }

    private static void hold(String name, String expected) throws IOException {
        Path page = FOLDER.resolve(name);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page, expected);
        }
        assertThat(Files.exists(page) ? Files.readString(page) : "")
                .as("%s is made of the code; write it anew: mvn -o test -Dtest=ReferenceTest -D%s=true", page, WRITE)
                .isEqualTo(expected);
    }
}
