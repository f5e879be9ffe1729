package dev.loomgate.sampling;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import jdk.management.jfr.ConfigurationInfo;
import jdk.management.jfr.FlightRecorderMXBean;

/** JDK Flight Recorder of one server, over JMX: works in containers and on remote engines alike, and needs no agent. */
record FlightRecorder(JmxLink link) {
    private static final Duration FETCH_BOUND = Duration.ofSeconds(60);
    private static final String CONFIGURATION = "profile";
    private static final int DEEPEST_STACK = 512;

    /**
     * Beside what the JDK's own profile records: every wait for a lock and every pinned virtual thread, however short,
     * and every stop of all threads.
     */
    private static final Map<String, String> MORE = Map.ofEntries(
            // Neither sees everything; whichever has seen more is read.
            Map.entry(StackSamples.OF_JAVA_CODE + "#period", FlightFacts.JAVA_CODE_EVERY.toMillis() + " ms"),
            Map.entry(StackSamples.OF_CPU_TIME + "#enabled", "true"),
            Map.entry(StackSamples.OF_CPU_TIME + "#throttle", FlightFacts.CPU_TIME_EVERY.toMillis() + "ms"),
            Map.entry("jdk.JavaMonitorEnter#enabled", "true"),
            Map.entry("jdk.JavaMonitorEnter#threshold", "0 ms"),
            Map.entry("jdk.VirtualThreadPinned#enabled", "true"),
            Map.entry("jdk.VirtualThreadPinned#threshold", "0 ms"),
            // The JDK's usual samples say of a thread's first one that it stands for all since the thread began, before
            // the recording, too.
            Map.entry("jdk.ObjectAllocationSample#enabled", "false"),
            Map.entry("jdk.ObjectAllocationInNewTLAB#enabled", "true"),
            Map.entry("jdk.ObjectAllocationInNewTLAB#stackTrace", "false"),
            Map.entry("jdk.ObjectAllocationOutsideTLAB#enabled", "true"),
            Map.entry("jdk.ObjectAllocationOutsideTLAB#stackTrace", "false"),
            // Counted when a recording begins and ends, each time behind a collection.
            Map.entry("jdk.ObjectCount#enabled", "true"),
            Map.entry("jdk.ObjectCount#period", "everyChunk"),
            // When a chunk begins and ends: so all events behind the first moment tell of the recording, and of nothing
            // else.
            Map.entry(ApplicationTime.EVENT + "#enabled", "true"),
            Map.entry(ApplicationTime.EVENT + "#period", "everyChunk"),
            Map.entry("jdk.ExecuteVMOperation#enabled", "true"),
            Map.entry("jdk.ExecuteVMOperation#threshold", "0 ms"));

    /** Starts a recording and returns its number. */
    long start() {
        return link.ask(
                server -> {
                    deepStacks(server);
                    return start(bean(server));
                },
                FETCH_BOUND);
    }

    private static long start(FlightRecorderMXBean recorder) {
        long recording = recorder.newRecording();
        Map<String, String> settings = new HashMap<>(recorder.getConfigurations().stream()
                .filter(configuration -> configuration.getName().equals(CONFIGURATION))
                .findFirst()
                .map(ConfigurationInfo::getSettings)
                .orElse(Map.of()));
        settings.putAll(MORE);
        recorder.setRecordingSettings(recording, settings);
        recorder.startRecording(recording);
        return recording;
    }

    /** Ends a recording, leaves it in a file and its flame graph beside it, and reads it. */
    Flight stop(long recording, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (OutputStream out = Files.newOutputStream(file)) {
                link.ask(server -> fetch(bean(server), recording, out), FETCH_BOUND);
            }
            FlightFacts facts = FlightReader.read(file);
            return new Flight.Recorded(facts, FlameGraph.draw(file, facts.ofCpuTime()));
        } catch (IOException e) {
            throw new JmxFailure("the recording can't be kept in " + file + ": " + e.getMessage());
        }
    }

    /**
     * The usual 64 frames are too few for a reactive stack. The JVM takes another depth only before its first
     * recording; later it says so, and keeps the one it has.
     */
    private static void deepStacks(MBeanServerConnection server) throws IOException, JMException {
        server.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "jfrConfigure",
                new Object[] {new String[] {"stackdepth=" + DEEPEST_STACK}},
                new String[] {String[].class.getName()});
    }

    private static boolean fetch(FlightRecorderMXBean recorder, long recording, OutputStream out) throws IOException {
        recorder.stopRecording(recording);
        long stream = recorder.openStream(recording, Map.of());
        for (byte[] block = recorder.readStream(stream); block != null; block = recorder.readStream(stream)) {
            out.write(block);
        }
        recorder.closeStream(stream);
        recorder.closeRecording(recording);
        return true;
    }

    private static FlightRecorderMXBean bean(MBeanServerConnection server) {
        try {
            return JMX.newMXBeanProxy(
                    server, new ObjectName(FlightRecorderMXBean.MXBEAN_NAME), FlightRecorderMXBean.class);
        } catch (MalformedObjectNameException impossible) {
            throw new IllegalStateException(FlightRecorderMXBean.MXBEAN_NAME, impossible);
        }
    }
}
