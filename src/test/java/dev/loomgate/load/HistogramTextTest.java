package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramTextTest {
    @Test
    void whatIsReadIsWhatWasWritten() {
        Histogram histogram = PhaseSummary.newHistogram();
        histogram.recordValue(1_000);
        histogram.recordValueWithCount(7_000_000_000L, 3);

        Histogram read = HistogramText.decode(HistogramText.encode(histogram));

        assertThat(read).isEqualTo(histogram);
        assertThat(read.getTotalCount()).isEqualTo(4);
    }

    /**
     * A run of an hour keeps those of a thousand phases; it once ended for want of memory, because each had been
     * written to a file.
     */
    @Test
    void whatWasWrittenIsNoLargerForIt() {
        List<Histogram> kept = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            Histogram histogram = HistogramText.decode(HistogramText.encode(PhaseSummary.newHistogram()));
            histogram.recordValue(1_000_000L + i);
            HistogramText.encode(histogram);
            kept.add(histogram);
        }

        assertThat(kept).hasSize(1500);
    }

    @Test
    void aDamagedOneIsRefused() {
        assertThatThrownBy(() -> HistogramText.decode("AAAA")).isInstanceOf(IllegalArgumentException.class);
    }
}
