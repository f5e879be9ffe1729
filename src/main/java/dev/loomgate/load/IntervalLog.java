package dev.loomgate.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** The phase as an HdrHistogram interval log: one line per second of the schedule and tag ({@code latency}, {@code service}, {@code lateness}), in nanoseconds. */
final class IntervalLog {
    private IntervalLog() {}

    static void write(Path file, IterationRecorder recorder, int seconds) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            HistogramLogWriter log = new HistogramLogWriter(file.toFile());
            log.outputComment("[nanoseconds; a request stands in the second in which it was due]");
            log.outputLogFormatVersion();
            log.outputLegend();
            for (int second = 0; second < seconds; second++) {
                writeSecond(log, recorder, second, seconds);
            }
            log.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static void writeSecond(HistogramLogWriter log, IterationRecorder recorder, int second, int seconds) {
        Histogram latency = tagged("latency", second);
        Histogram service = tagged("service", second);
        Histogram lateness = tagged("lateness", second);
        int perSecond = recorder.planned() / seconds;
        for (int i = second * perSecond; i < (second + 1) * perSecond; i++) {
            if (recorder.wasSent(i)) {
                latency.recordValue(PhaseSummary.clip(recorder.latencyNanos(i)));
                service.recordValue(PhaseSummary.clip(recorder.serviceNanos(i)));
                lateness.recordValue(PhaseSummary.clip(recorder.latenessNanos(i)));
            }
        }
        log.outputIntervalHistogram(latency);
        log.outputIntervalHistogram(service);
        log.outputIntervalHistogram(lateness);
    }

    private static Histogram tagged(String tag, int second) {
        Histogram histogram = PhaseSummary.newHistogram();
        histogram.setTag(tag);
        histogram.setStartTimeStamp(second * 1000L);
        histogram.setEndTimeStamp((second + 1) * 1000L);
        return histogram;
    }
}
