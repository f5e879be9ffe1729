package dev.loomgate.sampling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/**
 * Stacks of the running application threads in a recording, innermost frame first.
 *
 * @param ofCpuTime true for one in so much CPU time of a thread, wherever it is; false for one in so much time while it runs Java code, which misses calls into the operating system
 */
record StackSamples(List<List<RecordedFrame>> stacks, boolean ofCpuTime) {
    static final String OF_CPU_TIME = "jdk.CPUTimeSample";
    static final String OF_JAVA_CODE = "jdk.ExecutionSample";

    StackSamples {
        stacks = List.copyOf(stacks);
    }

    /** Those of CPU time where there are some: since JDK 25, on Linux. They can't be lost on the way out of Java code, as the others there are. */
    static StackSamples of(List<RecordedEvent> ofCpuTime, List<RecordedEvent> ofJavaCode) {
        return ofCpuTime.isEmpty()
                ? new StackSamples(stacks(ofJavaCode, "sampledThread"), false)
                : new StackSamples(stacks(ofCpuTime, "eventThread"), true);
    }

    private static List<List<RecordedFrame>> stacks(List<RecordedEvent> samples, String thread) {
        return samples.stream()
                .filter(sample -> isApplication(sample.getThread(thread)))
                .map(RecordedEvent::getStackTrace)
                .flatMap(trace -> Optional.ofNullable(trace).map(RecordedStackTrace::getFrames).stream())
                .filter(frames -> !frames.isEmpty())
                .toList();
    }

    private static boolean isApplication(RecordedThread thread) {
        return thread == null || thread.isVirtual() || ApplicationTime.isApplication(thread);
    }

    long count() {
        return stacks.size();
    }

    /** Frames of a stack in the mean; 0 without any. */
    double height() {
        return stacks.stream().mapToInt(List::size).average().orElse(0);
    }

    /** Share of the stacks whose innermost frame is in a method of a class whose name begins so, from 0 to 1; 0 without any. */
    double shareOf(String prefix) {
        return stacks.stream()
                        .filter(stack -> innermost(stack).startsWith(prefix))
                        .count()
                / (double) Math.max(1, stacks.size());
    }

    /** How often each method was the innermost one. */
    Map<String, Double> hottest() {
        Map<String, Double> times = new HashMap<>();
        stacks.forEach(stack -> times.merge(innermost(stack), 1.0, Double::sum));
        return times;
    }

    private static String innermost(List<RecordedFrame> stack) {
        RecordedFrame frame = stack.getFirst();
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }
}
