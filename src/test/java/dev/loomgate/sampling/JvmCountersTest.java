package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads a file that is written by hand, as HotSpot's perfMemory.hpp has it, below a {@code /proc} that is, too. */
class JvmCountersTest {
    private static final int HEAD = 32;
    private static final int ENTRY = 96;
    private static final int DATA = 80;

    @TempDir
    Path proc;

    private final Map<String, Long> counters = new LinkedHashMap<>();
    private Path file;

    @BeforeEach
    void process() throws IOException {
        status("Name:\tjava\nNSpid:\t50\t1\nThreads:\t9\n");
        file = Files.createDirectories(proc.resolve(Path.of("50", "root", "tmp", "hsperfdata_app")))
                .resolve("1");
        counters.put("java.threads.live", 17L);
        counters.put("sun.os.hrt.frequency", 1_000_000_000L);
        counters.put("sun.gc.generation.0.space.0.used", 30L);
        counters.put("sun.gc.generation.1.space.0.used", 4L);
        counters.put("sun.gc.generation.1.space.0.capacity", 1_000L);
        counters.put("sun.gc.collector.0.invocations", 7L);
        counters.put("sun.gc.collector.1.invocations", 2L);
        counters.put("sun.gc.collector.0.time", 12_000_000L);
        counters.put("sun.gc.collector.1.time", 500_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
    void addsUpSpacesAndCollectors(String order) throws IOException {
        Files.write(file, bytes(order));

        assertThat(found().read()).hasValue(new JvmCounters.Counts(34, 9, 12.5));
    }

    @Test
    void readsWhatTheJvmWritesMeanwhile() throws IOException {
        Files.write(file, bytes("LITTLE_ENDIAN"));
        JvmCounters found = found();
        counters.put("sun.gc.collector.1.invocations", 3L);
        Files.write(file, bytes("LITTLE_ENDIAN"));

        assertThat(found.read()).hasValue(new JvmCounters.Counts(34, 10, 12.5));

        Files.delete(file);
        assertThat(found.read()).as("the JVM has ended").isEmpty();
    }

    @Test
    void outsideOfAContainerAProcessHasOneId() throws IOException {
        status("Name:\tjava\nThreads:\t9\n");
        Files.write(file.resolveSibling("50"), bytes("LITTLE_ENDIAN"));

        assertThat(JvmCounters.of(new ProcFs(proc, 50))).isPresent();
    }

    @Test
    void whereThereIsNoSuchFileThereAreNoCounters() {
        assertThat(JvmCounters.of(new ProcFs(proc, 50))).isEmpty();
        assertThat(JvmCounters.of(new ProcFs(proc, 51))).as("no such process").isEmpty();
    }

    /** Shenandoah counts no spaces. */
    @Test
    void whatDoesNotTellTheHeapIsNotGuessed() throws IOException {
        counters.keySet().removeIf(name -> name.endsWith(".used"));
        Files.write(file, bytes("LITTLE_ENDIAN"));

        assertThat(JvmCounters.of(new ProcFs(proc, 50))).isEmpty();
    }

    @Test
    void anotherFileIsLeftAlone() throws IOException {
        byte[] cut = new byte[100];
        System.arraycopy(bytes("LITTLE_ENDIAN"), 0, cut, 0, cut.length);
        byte[] newer = bytes("LITTLE_ENDIAN");
        newer[5] = 3;
        byte[] unfinished = bytes("LITTLE_ENDIAN");
        unfinished[7] = 0;

        for (byte[] each : new byte[][] {new byte[0], new byte[HEAD], cut, newer, unfinished}) {
            Files.write(file, each);
            assertThat(JvmCounters.of(new ProcFs(proc, 50))).isEmpty();
        }
    }

    private JvmCounters found() {
        return JvmCounters.of(new ProcFs(proc, 50)).orElseThrow();
    }

    private void status(String text) throws IOException {
        Files.writeString(Files.createDirectories(proc.resolve("50")).resolve("status"), text);
    }

    private byte[] bytes(String name) {
        ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer all = ByteBuffer.allocate(HEAD + ENTRY * counters.size());
        all.putInt(0xcafec0c0);
        all.put((byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
        all.put(new byte[] {2, 0, 1}).order(order);
        all.putInt(all.capacity()).putInt(0).putLong(0).putInt(HEAD).putInt(counters.size());
        int entry = HEAD;
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            all.position(entry);
            all.putInt(ENTRY)
                    .putInt(20)
                    .putInt(0)
                    .put((byte) 'J')
                    .put(new byte[3])
                    .putInt(DATA);
            all.put(counter.getKey().getBytes(StandardCharsets.US_ASCII));
            all.putLong(entry + DATA, counter.getValue());
            entry += ENTRY;
        }
        return all.array();
    }
}
