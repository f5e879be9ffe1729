package dev.loomgate.sampling;

import dev.loomgate.sampling.FlightFacts.Collections;
import dev.loomgate.sampling.FlightFacts.Share;
import dev.loomgate.sampling.FlightFacts.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads from a recording what explains a server. */
final class FlightReader {
    private static final int SHOWN = 10;
    private static final String NEW_TLAB = "jdk.ObjectAllocationInNewTLAB";
    private static final String OUTSIDE_TLAB = "jdk.ObjectAllocationOutsideTLAB";
    private static final Set<String> WANTED = Set.of(
            StackSamples.OF_CPU_TIME,
            StackSamples.OF_JAVA_CODE,
            ApplicationTime.EVENT,
            "jdk.ExecuteVMOperation",
            "jdk.JavaMonitorEnter",
            "jdk.VirtualThreadPinned",
            "jdk.ObjectCount",
            NEW_TLAB,
            OUTSIDE_TLAB,
            "jdk.GarbageCollection");

    /** Where every server has what it does for a request; all of them run the same. */
    private static final String KERNELS = "dev.loomgate.workloads.";

    private FlightReader() {}

    /**
     * Reads a recording.
     *
     * @throws IOException when the file is none
     */
    static FlightFacts read(Path file) throws IOException {
        List<RecordedEvent> events = wanted(file);
        StackSamples samples =
                StackSamples.of(of(events, StackSamples.OF_CPU_TIME), of(events, StackSamples.OF_JAVA_CODE));
        double userShare = ApplicationTime.userShare(of(events, ApplicationTime.EVENT));
        return new FlightFacts(
                Stream.of(kind(events, "young", FlightReader::isYoung), kind(events, "old", event -> !isYoung(event)))
                        .filter(collections -> collections.count() > 0)
                        .toList(),
                waits(of(events, "jdk.ExecuteVMOperation").stream()
                        .filter(event -> event.getBoolean("safepoint"))
                        .toList()),
                waits(of(events, "jdk.JavaMonitorEnter")),
                waits(of(events, "jdk.VirtualThreadPinned")),
                occupying(of(events, "jdk.ObjectCount")),
                allocating(of(events, NEW_TLAB), of(events, OUTSIDE_TLAB)),
                samples.count(),
                samples.time(),
                samples.height(),
                samples.shareOf(KERNELS) * (samples.ofCpuTime() ? 1 : userShare),
                samples.ofCpuTime(),
                userShare,
                shares(samples.hottest()));
    }

    /** A recording holds a hundred thousand others, and this JVM has a small heap. */
    private static List<RecordedEvent> wanted(Path file) throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (WANTED.contains(event.getEventType().getName())) {
                    events.add(event);
                }
            }
        }
        return events;
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String type) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .toList();
    }

    /** Names of the collectors that look at the young part of the heap only. */
    private static boolean isYoung(RecordedEvent event) {
        String name = String.valueOf(event.getString("name"));
        return name.contains("New") || name.contains("Scavenge") || name.contains("Minor") || name.contains("Young");
    }

    private static Collections kind(List<RecordedEvent> events, String kind, Predicate<RecordedEvent> which) {
        long count = 0;
        Duration sum = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (RecordedEvent event : of(events, "jdk.GarbageCollection")) {
            if (which.test(event)) {
                count++;
                sum = sum.plus(event.getDuration("sumOfPauses"));
                longest = longer(longest, event.getDuration("longestPause"));
            }
        }
        return new Collections(kind, count, sum, longest);
    }

    private static Waits waits(List<RecordedEvent> events) {
        Duration sum = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (RecordedEvent event : events) {
            sum = sum.plus(event.getDuration());
            longest = longer(longest, event.getDuration());
        }
        return new Waits(events.size(), sum, longest);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** It is counted more than once; the last count of a class holds. */
    private static List<Share> occupying(List<RecordedEvent> events) {
        Map<String, Double> bytes = new HashMap<>();
        events.stream()
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .forEach(event ->
                        bytes.put(event.getClass("objectClass").getName(), (double) event.getLong("totalSize")));
        return shares(bytes);
    }

    /**
     * An object that begins a buffer stands for all that will be in it: the more of a kind is allocated, the more
     * buffers it begins.
     */
    private static List<Share> allocating(List<RecordedEvent> buffers, List<RecordedEvent> large) {
        Map<String, Double> bytes = new HashMap<>();
        buffers.forEach(event -> add(event, "tlabSize", bytes));
        large.forEach(event -> add(event, "allocationSize", bytes));
        return shares(bytes);
    }

    private static void add(RecordedEvent event, String size, Map<String, Double> bytes) {
        bytes.merge(event.getClass("objectClass").getName(), (double) event.getLong(size), Double::sum);
    }

    private static List<Share> shares(Map<String, Double> parts) {
        double all = parts.values().stream().mapToDouble(part -> part).sum();
        List<Share> shares = new ArrayList<>();
        parts.forEach((name, part) -> shares.add(new Share(name, part / all)));
        return shares.stream()
                .sorted(Comparator.comparingDouble(Share::share).reversed())
                .limit(SHOWN)
                .toList();
    }
}
