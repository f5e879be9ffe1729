package dev.loomgate.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.PackedHistogram;

/**
 * The phase as an HdrHistogram interval log: one line per second of the schedule and tag, in nanoseconds. {@code
 * latency} and {@code service} hold good answers, {@code lateness} holds all requests.
 */
final class IntervalLog {
    private IntervalLog() {}

    /** The requests of one second, in nanoseconds; packed, because a phase may have hundreds of seconds. */
    record Second(Histogram latency, Histogram service, Histogram lateness) {
        Second() {
            this(packed(), packed(), packed());
        }

        private static Histogram packed() {
            return new PackedHistogram(PhaseSummary.HIGHEST_NANOS, PhaseSummary.DIGITS);
        }
    }

    /** The second that a time since the beginning of a phase falls in; those before it are added where they miss. */
    static Second second(long nanos, List<Second> seconds) {
        long number = nanos / 1_000_000_000L;
        while (seconds.size() <= number) {
            seconds.add(new Second());
        }
        return seconds.get((int) number);
    }

    /**
     * The last second is a shorter one when the phase did not last whole seconds.
     *
     * @param places of the requests that it is about
     */
    static void write(Path file, IterationRecorder recorder, int[] places) {
        List<Second> all = new ArrayList<>();
        for (int from = 0; from < recorder.planned(); from += recorder.perSecond()) {
            all.add(new Second());
        }
        for (int place : places) {
            record(recorder, place, all.get(place / recorder.perSecond()));
        }
        write(file, "a request stands in the second in which it was due", all);
    }

    static void write(Path file, String rule, List<Second> seconds) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            // The library's writer swallows errors: on a full disk it would leave half a file and say nothing.
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            HistogramLogWriter log = new HistogramLogWriter(text);
            log.outputComment(
                    "[nanoseconds; latency and service of good answers, lateness of all requests; " + rule + "]");
            log.outputLogFormatVersion();
            log.outputLegend();
            // Each histogram keeps the buffer that it is written from, 270 KB: one for all.
            Histogram line = PhaseSummary.newHistogram();
            for (int number = 0; number < seconds.size(); number++) {
                Second second = seconds.get(number);
                log.outputIntervalHistogram(tagged(line, second.latency(), "latency", number));
                log.outputIntervalHistogram(tagged(line, second.service(), "service", number));
                log.outputIntervalHistogram(tagged(line, second.lateness(), "lateness", number));
            }
            log.close();
            Files.write(file, text.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static void record(IterationRecorder recorder, int place, Second second) {
        if (recorder.wasSent(place)) {
            if (recorder.isGood(place)) {
                second.latency().recordValue(PhaseSummary.clip(recorder.latencyNanos(place)));
                second.service().recordValue(PhaseSummary.clip(recorder.serviceNanos(place)));
            }
            second.lateness().recordValue(PhaseSummary.clip(recorder.latenessNanos(place)));
        }
    }

    private static Histogram tagged(Histogram line, Histogram histogram, String tag, int second) {
        line.reset();
        line.add(histogram);
        line.setTag(tag);
        line.setStartTimeStamp(second * 1000L);
        line.setEndTimeStamp((second + 1) * 1000L);
        return line;
    }
}
