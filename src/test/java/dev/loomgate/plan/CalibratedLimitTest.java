package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CalibratedLimitTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void keepsTheFingerprintOfItsEntry() {
        String text = Sample.SOUND + """
                  - workloads: [io]
                    calibrated-on: 123456789012
                    limits:
                      p95: "<= 130 ms"
                """;

        assertThat(ThresholdsFile.read(Sample.write(folder, text), NamedFiles.read())
                        .problems())
                .isEmpty();
        assertThat(ThresholdsFile.read(Sample.write(folder, text), NamedFiles.read())
                        .thresholds()
                        .limits())
                .extracting(PlacedLimit::limit)
                .extracting(Limit::bound)
                .filteredOn(Bound.Absolute.class::isInstance)
                .extracting(bound -> ((Bound.Absolute) bound).calibratedOn().orElse("any"))
                .containsExactly("any", "123456789012");
    }
}
