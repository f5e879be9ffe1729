package dev.loomgate.sampling;

import dev.loomgate.metric.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Watches one running server. What can't be read is unavailable with a reason; nothing here throws. */
public interface Sampling extends AutoCloseable {
    /** Does what this JVM would else do itself within a window: once, before the windows of a phase are opened. */
    void settle();

    /** Opens a window right before the load is let go. Whatever {@link #liveHeap()} said before is over. */
    OpenWindow open();

    /** Collects all garbage of the server; {@link #liveHeap()} then tells what is left. */
    void collectGarbage();

    /**
     * {@link dev.loomgate.metric.Metric#LIVE_HEAP}: what was left of the heap when {@link #collectGarbage()} had ended.
     */
    Reading liveHeap();

    /**
     * Time the JIT compilers have spent since the server started; empty when the JVM does not tell or does not answer.
     */
    Optional<Duration> totalCompilationTime();

    /** CPU time of the JIT's threads so far; empty where the server's {@code /proc} is not visible. */
    Optional<Duration> jitCpu();

    /**
     * Waits until the hypervisor takes no more than this share of the CPUs, and returns how long; burns CPU time, so
     * not while anything is measured.
     */
    Duration awaitCalm(double stealShare, Duration atMost);

    /** Begins a flight recording; what it costs is in every number until {@link #stopRecording}. */
    void startRecording();

    /** Ends the recording and leaves it in a file. */
    Flight stopRecording(Path file);

    @Override
    void close();

    /** A measured phase, from {@link #open()} on. */
    interface OpenWindow {
        /** Reads what the phase has cost, at once. */
        Samples close();
    }
}
