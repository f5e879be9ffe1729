package dev.loomgate.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcTextTest {
    /** Field 1 to 22 of proc(5): utime is 14, stime 15, num_threads 20, starttime 22. */
    private static String stat(String name, String state, long user, long system, long start) {
        return "4711 (" + name + ") " + state + " 1 4711 4033 0 -1 4194304 31114 7 3 9 " + user + " " + system
                + " 5 6 20 0 31 0 " + start + " 2750996480 34140 18446744073709551615 1 1 0\n";
    }

    @Test
    void readsTimeOnCpuFromSchedstat() {
        assertThat(ProcText.schedstatNanos("559051715 555178492 1251\n")).isEqualTo(559_051_715);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "http nio 8080", "a) R 9 9 (b", ") ) )", "()", ""})
    void readsStatWhateverTheThreadIsCalled(String name) {
        ProcText.Stat stat = ProcText.stat(stat(name, "S", 137, 12, 184_331));

        // One tick is 10 ms; the times of waited-for children (5 and 6) do not count.
        assertThat(stat.cpuNanos()).isEqualTo(1_490_000_000L);
        assertThat(stat.threads()).isEqualTo(31);
        assertThat(stat.startTicks()).isEqualTo(184_331);
        assertThat(stat.ended()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Z", "X", "x"})
    void aZombieHasEnded(String state) {
        assertThat(ProcText.stat(stat("java", state, 1, 1, 1)).ended()).isTrue();
    }

    @Test
    void readsResidentSetSizeInKibibytes() {
        String status =
                "Name:\tjava VmRSS: 1 kB\nVmPeak:\t 2686520 kB\nVmHWM:\t   40000 kB\nVmRSS:\t   34140 kB\nThreads:\t19\n";

        assertThat(ProcText.rssBytes(status)).isEqualTo(34_140L * 1024);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "abc 1 2", "-", "1.5 2 3"})
    void rejectsASchedstatThatIsNone(String text) {
        assertThatThrownBy(() -> ProcText.schedstatNanos(text)).hasMessageStartingWith("unexpected schedstat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4711", "4711 (java)", "4711 (java) S 1 2 3", "no parentheses at all"})
    void rejectsAStatThatIsNone(String text) {
        assertThatThrownBy(() -> ProcText.stat(text)).hasMessageStartingWith("unexpected stat");
    }

    @Test
    void aZombieHasNoResidentSetSize() {
        assertThatThrownBy(() -> ProcText.rssBytes("Name:\tjava\nState:\tZ (zombie)\n"))
                .hasMessageContaining("no VmRSS");
    }
}
