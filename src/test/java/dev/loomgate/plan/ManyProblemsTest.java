package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ManyProblemsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void listsAllProblemsOfAFileInItsOrder() {
        String text = Sample.SOUND
                .replace("{java: 21,", "{java: 8,")
                .replace("server: spring-webflux", "servr: spring-webflux")
                .replace("waits: 100 ms", "waits: 100")
                .replace("floor: 2", "floor: 7")
                .replace("lateness: 2 ms", "lateness: 2 %")
                .replace("workloads: [io]\n", "workloads: [oi]\n")
                .replace("p50:", "p101:")
                .replace("95 % of offered", "95 MiB");
        assertThat(Sample.problems(folder, text))
                .extracting(Problem::message)
                .satisfiesExactly(
                        m -> assertThat(m).startsWith("must be at least 11"),
                        m -> assertThat(m).startsWith("variant webflux has one form, found none"),
                        m -> assertThat(m).startsWith("unknown key 'servr'"),
                        m -> assertThat(m).startsWith("'100' has no unit"),
                        m -> assertThat(m).startsWith("warm-up needs 1 <= floor <= cap"),
                        m -> assertThat(m).startsWith("'2 %' is not a time"),
                        m -> assertThat(m).startsWith("unknown workload 'oi'"),
                        m -> assertThat(m).startsWith("unknown metric 'p101'"),
                        m -> assertThat(m).startsWith("throughput: '95 MiB' is not a rate"));
    }

    @Test
    void oneMisspeltDefinitionIsOneProblemHoweverOftenItIsNamed() {
        String text = Sample.with("virtual: {server: spring-mvc,", "virtual: {server: 'spring mvc',");
        assertThat(Sample.problems(folder, text)).hasSize(1);
    }

    @Test
    void aMissingSectionIsOneProblem() {
        String scales = Sample.SOUND.substring(Sample.SOUND.indexOf("scales:"), Sample.SOUND.indexOf("guards:"));
        assertThat(Sample.problems(folder, Sample.SOUND.replace(scales, "")))
                .extracting(Problem::message)
                .containsExactly("the file needs the key 'scales'");
    }

    /** A keyword without words would show the schema's description, or a name in braces. */
    @ParameterizedTest
    @ValueSource(strings = {"~", "''", "[a]", "{a: b}", "[]", "-1", "Foo Bar", "\"<= 5 ms\""})
    void hasWordsForWhateverStandsInsteadOfAValue(String spoiled) {
        Matcher value = Pattern.compile("(?<=: )[^\\s{},\\[\\]]+(?: (?:ms|s|%|MiB))?(?=[,}\n])")
                .matcher(Sample.SOUND);
        while (value.find()) {
            String text = Sample.SOUND.substring(0, value.start()) + spoiled + Sample.SOUND.substring(value.end());
            assertThat(Sample.problems(folder, text))
                    .extracting(Problem::message)
                    .noneMatch(message -> message.contains("does not fit") || message.equals("can't be read"))
                    .noneMatch(message -> message.matches(".*\\{(name|key|parent|value|found)}.*"));
        }
        assertThat(Sample.problems(folder, Sample.SOUND)).isEmpty();
    }

    @Test
    void printsPlaceExcerptCaretAndAllowedWords() {
        String text = Sample.with("rest: 500 ms", "rest: 500 MB");
        assertThat(Sample.problems(folder, text).get(0).text()).isEqualTo(folder.resolve("thresholds.yml") + """
                        :19:11  unknown unit 'MB'
                            19 |     rest: 500 MB
                               |           ^
                          allowed: ns, us, ms, s, min""");
    }

    @Test
    void listsProblemsOfTheFileAndOfPropertiesTogether() {
        Path file = Sample.write(folder, Sample.with("rest: 500 ms", "rest: 500"));
        Map<String, String> properties = Map.of(
                "loomgate.thresholds", file.toString(),
                "loomgate.variants", "virtal",
                "loomgate.varaints", "virtual");
        assertThatThrownBy(() -> PlanReader.read(properties, Set.of(25)))
                .isInstanceOf(InvalidThresholds.class)
                .hasMessageStartingWith("3 problems, nothing was started.\n\n")
                .hasMessageContainingAll(
                        "thresholds.yml:19:11  '500' has no unit",
                        "-Dloomgate.varaints: unknown property; did you mean 'loomgate.variants'?; allowed: ",
                        "-Dloomgate.variants=virtal: unknown variant 'virtal'; did you mean 'virtual'?;"
                                + " allowed: platform-100, virtual, webflux");
    }
}
