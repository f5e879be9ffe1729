package dev.loomgate.truth;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryTest {
    private static Memory memory(String name, String value) {
        return new Memory(ScriptParser.parse(Map.of("loomgate.truth." + name, value)));
    }

    @Test
    void allocatesExactlyWhatWasScripted() {
        Memory memory = memory("allocate", "64KiB");
        memory.request();
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        memory.request();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isEqualTo(65_536);
        assertThat(memory.lastBytes()).isEqualTo(65_536);
    }

    @Test
    void holdsWhatWasScripted() {
        assertThat(memory("hold", "1000KiB").heldBytes()).isEqualTo(1_024_000);
    }

    @Test
    void keepsEveryRetainedArray() {
        Memory memory = memory("retain", "1KiB");
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int request = 0; request < 10_000; request++) {
            memory.request();
        }
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 10_000.0)
                .isBetween(1024.0, 1040.0);
        assertThat(memory.retainedArrays()).isEqualTo(10_000);
    }
}
