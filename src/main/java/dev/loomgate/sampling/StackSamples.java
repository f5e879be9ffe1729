package dev.loomgate.sampling;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;

/**
 * Stacks of the running application threads in a recording.
 *
 * @param ofCpuTime true for one in so much CPU time of a thread, wherever it is; false for one in so much time while it
 *     runs Java code, which misses calls into the operating system
 */
record StackSamples(List<Stack> stacks, boolean ofCpuTime) {
    static final String OF_CPU_TIME = "jdk.CPUTimeSample";
    static final String OF_JAVA_CODE = "jdk.ExecutionSample";

    /**
     * One of them.
     *
     * @param frames the innermost first, one at least
     * @param nanos CPU time that it stands for: more than one period where the thread had run on until it could be
     *     looked at
     */
    record Stack(List<RecordedFrame> frames, long nanos) {
        String innermost() {
            RecordedFrame frame = frames.getFirst();
            return frame.getMethod().getType().getName() + "."
                    + frame.getMethod().getName();
        }
    }

    StackSamples {
        stacks = List.copyOf(stacks);
    }

    /**
     * The kind that tells more. Samples of CPU time (since JDK 25, on Linux) are not lost on the way out of Java code,
     * as most of an event loop's of the other kind are there. But a thread that runs for less than the time between two
     * is in none: of 300 threads that share the requests hardly one comes.
     */
    static StackSamples of(List<RecordedEvent> ofCpuTime, List<RecordedEvent> ofJavaCode) {
        StackSamples everywhere = new StackSamples(
                stacks(ofCpuTime, "eventThread", sample -> sample.getDuration("samplingPeriod")), true);
        StackSamples inJava =
                new StackSamples(stacks(ofJavaCode, "sampledThread", sample -> FlightFacts.JAVA_CODE_EVERY), false);
        return everywhere.time().multipliedBy(2).compareTo(inJava.time()) >= 0 ? everywhere : inJava;
    }

    private static List<Stack> stacks(
            List<RecordedEvent> samples, String thread, Function<RecordedEvent, Duration> period) {
        return samples.stream()
                .filter(sample -> isApplication(sample.getThread(thread)))
                .filter(sample -> sample.getStackTrace() != null
                        && !sample.getStackTrace().getFrames().isEmpty())
                .map(sample -> new Stack(
                        sample.getStackTrace().getFrames(), period.apply(sample).toNanos()))
                .toList();
    }

    private static boolean isApplication(RecordedThread thread) {
        return thread == null || thread.isVirtual() || ApplicationTime.isApplication(thread);
    }

    long count() {
        return stacks.size();
    }

    /** CPU time that all of them stand for. */
    Duration time() {
        return Duration.ofNanos(stacks.stream().mapToLong(Stack::nanos).sum());
    }

    /** Frames of a stack in the mean over the time; 0 without any. */
    double height() {
        return stacks.stream()
                        .mapToDouble(
                                stack -> (double) stack.nanos() * stack.frames().size())
                        .sum()
                / Math.max(1, time().toNanos());
    }

    /**
     * Share of the time in which the innermost frame is in a method of a class whose name begins so, from 0 to 1; 0
     * without any.
     */
    double shareOf(String prefix) {
        return stacks.stream()
                        .filter(stack -> stack.innermost().startsWith(prefix))
                        .mapToDouble(Stack::nanos)
                        .sum()
                / Math.max(1, time().toNanos());
    }

    /** How long each method was the innermost one, in nanoseconds. */
    Map<String, Double> hottest() {
        Map<String, Double> times = new HashMap<>();
        stacks.forEach(stack -> times.merge(stack.innermost(), (double) stack.nanos(), Double::sum));
        return times;
    }
}
