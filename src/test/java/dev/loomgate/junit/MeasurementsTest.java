package dev.loomgate.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before anything is written or started. */
class MeasurementsTest {
    private static final Service SHOP =
            Service.jar("target/shop.jar").portVariable("PORT").ready("/up").onJava(25);
    private static final Traffic TRAFFIC = Traffic.of(Ask.get("/orders"));

    /** Both would have those of the candidate, because runtimes go by names. */
    @Test
    void refusesTwoHeapsOnOneJava() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measurements.duel(
                        "two-heaps", SHOP, SHOP.args("--loud").memory("512 MiB", "1024 MiB"), TRAFFIC))
                .withMessageContaining("the arms have different limits on jdk25: heap 256 MiB, memory 768 MiB, and"
                        + " heap 512 MiB, memory 1024 MiB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Measurements.duel("two-heaps", SHOP, SHOP.memory("512 MiB", "1024 MiB"), TRAFFIC))
                .withMessageContaining("different limits on jdk25");
    }

    @Test
    void refusesAnotherProgramOnAnotherJava() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Measurements.duel("both", SHOP, SHOP.args("--loud").onJava(21), TRAFFIC))
                .withMessageContaining("jdk25 and jdk21; compare one after the other");
    }

    /** Several tests of a module share one command line. */
    @ParameterizedTest
    @CsvSource({
        "loomgate.jdk.25, true",
        "loomgate.image.25, true",
        "loomgate.image.postgres, true",
        "loomgate.launcher, true",
        "loomgate.jdk.21, false",
        "loomgate.image.21, false",
        "loomgate.scale, false"
    })
    void aJdkForAnotherTestIsNoneOfOurs(String property, boolean kept) {
        assertThat(Measurements.isKept(property, Set.of("25"))).isEqualTo(kept);
    }
}
