package dev.loomgate.load;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What this JVM has used since it started.
 *
 * @param cpu of all threads, in ticks of 10 ms
 * @param work of the threads that live, but its compilers and collectors: what the same requests cost anew each time,
 *     and so a measure of how fast the machine is just now. In nanoseconds from the scheduler; where there is none, the
 *     same as {@code cpu}
 * @param jit how long its compilers were busy, added up; 0 when the JVM does not tell
 */
record GeneratorCost(Duration cpu, Duration work, Duration jit) {
    static final GeneratorCost NONE = new GeneratorCost(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Pattern COMPILER_OR_COLLECTOR = Pattern.compile("(C[12] Comp|GC Thread|G1 |VM Thread).*");

    static GeneratorCost soFar() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
        Duration cpu = Duration.ofNanos(system.getProcessCpuTime());
        return new GeneratorCost(
                cpu,
                threads(THREADS).orElse(cpu),
                jit != null && jit.isCompilationTimeMonitoringSupported()
                        ? Duration.ofMillis(jit.getTotalCompilationTime())
                        : Duration.ZERO);
    }

    /** Empty where the scheduler does not tell. */
    static Optional<Duration> threads(Path tasks) {
        long nanos = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                nanos += nanos(thread);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return nanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    private static long nanos(Path thread) throws IOException {
        try {
            String schedstat = text(thread.resolve("schedstat"));
            return COMPILER_OR_COLLECTOR.matcher(text(thread.resolve("comm"))).matches()
                    ? 0
                    : Long.parseLong(schedstat.substring(0, schedstat.indexOf(' ')));
        } catch (IOException gone) {
            if (Files.exists(thread)) {
                throw gone;
            }
            return 0;
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    }

    /** The part of one server, by its number of turns. */
    GeneratorCost share(int turns, int ofTurns) {
        return new GeneratorCost(
                cpu.multipliedBy(turns).dividedBy(ofTurns),
                work.multipliedBy(turns).dividedBy(ofTurns),
                jit.multipliedBy(turns).dividedBy(ofTurns));
    }

    GeneratorCost since(GeneratorCost earlier) {
        return new GeneratorCost(cpu.minus(earlier.cpu), work.minus(earlier.work), jit.minus(earlier.jit));
    }
}
