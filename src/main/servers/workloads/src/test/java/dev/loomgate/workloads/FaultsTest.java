package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultsTest {
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();

    @ParameterizedTest
    @EnumSource
    void changesNothingWhenThereAreNone(Workload workload) {
        Faults none = new Faults(FaultSettings.parse(Map.of()), ends::incrementAndGet, clock::get);
        assertThat(none.strike()).isEmpty();
        assertThat(none.waitOf(workload)).isEqualTo(workload.waits());
        assertThat(none.describe()).isEmpty();
    }

    @Test
    void prolongsTheWaitOfIoOnly() {
        Faults slow = faults("delay", "20ms");
        assertThat(slow.waitOf(Workload.IO)).hasMillis(120);
        assertThat(slow.waitOf(Workload.EMPTY)).isZero();
        assertThat(slow.waitOf(Workload.MIXED)).hasMillis(100);
    }

    @Test
    void stallsOneOfAHundredRequestsOfIo() {
        Faults stalling = faults("stall", "500ms");
        List<Integer> stalled = new ArrayList<>();
        for (int request = 1; request <= 300; request++) {
            if (stalling.waitOf(Workload.IO).toMillis() == 600) {
                stalled.add(request);
            }
        }
        assertThat(stalled).containsExactly(100, 200, 300);
    }

    /** Not how long it takes on a busy machine, only that it is no less than was asked for. */
    @Test
    void computesForAsLongAsWasAskedFor() {
        Faults busy = faults("spin", "2000us");
        long start = System.nanoTime();
        busy.strike();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
    }

    /** However many there are: none sleeps while another does. */
    @Test
    void requestsSleepOneByOne() throws InterruptedException {
        Faults locked = faults("lock", "2000us");
        List<Thread> requests = new ArrayList<>();
        long start = System.nanoTime();
        for (int request = 0; request < 4; request++) {
            requests.add(Thread.ofPlatform().start(locked::strike));
        }
        for (Thread request : requests) {
            request.join();
        }
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(4 * 2_000_000);
    }

    @Test
    void failsTheShareOfRequestsEvenlySpaced() {
        Faults failing = faults("errors", "1%");
        List<Integer> failed = new ArrayList<>();
        for (int request = 1; request <= 500; request++) {
            if (failing.strike().equals(Optional.of(EarlyAnswer.ERROR))) {
                failed.add(request);
            }
        }
        assertThat(failed).containsExactly(100, 200, 300, 400, 500);
    }

    @Test
    void failsEveryRequestAt100Percent() {
        Faults failing = faults("errors", "100%");
        for (int request = 1; request <= 3; request++) {
            assertThat(failing.strike()).contains(EarlyAnswer.ERROR);
        }
    }

    @Test
    void answersAWrongBodyWithAGoodStatusWhateverWasAsked() {
        Faults wrong = faults("wrong-body", "true");
        for (int request = 1; request <= 3; request++) {
            assertThat(wrong.strike()).contains(EarlyAnswer.WRONG_BODY);
        }
        assertThat(EarlyAnswer.WRONG_BODY.status()).isEqualTo(200);
    }

    @Test
    void answersWrongBodiesToTheShareOfRequestsEvenlySpaced() {
        Faults wrong = faults("wrong-body", "1%");
        List<Integer> hit = new ArrayList<>();
        for (int request = 1; request <= 300; request++) {
            if (wrong.strike().equals(Optional.of(EarlyAnswer.WRONG_BODY))) {
                hit.add(request);
            }
        }
        assertThat(hit).containsExactly(100, 200, 300);
    }

    @Test
    void wrongBodiesComeAndGoInBouts() {
        Faults bouts = new Faults(
                FaultSettings.parse(Map.of("loomgate.fault.bouts", "10s", "loomgate.fault.wrong-body", "true")),
                ends::incrementAndGet,
                clock::get);

        assertThat(bouts.strike()).contains(EarlyAnswer.WRONG_BODY);
        clock.set(10_000_000_000L);
        assertThat(bouts.strike()).isEmpty();
        clock.set(20_000_000_000L);
        assertThat(bouts.strike()).contains(EarlyAnswer.WRONG_BODY);
    }

    @Test
    void endsTheServerWithTheRequestAfterTheLastOne() {
        Faults mortal = faults("die-after", "3");
        mortal.strike();
        mortal.strike();
        mortal.strike();
        assertThat(ends).hasValue(0);
        mortal.strike();
        assertThat(ends).hasValue(1);
    }

    @Test
    void allocatesWhatWasAskedForInEachRequest() {
        faults("allocate", "3KiB").strike();
        assertThat(Faults.lastAllocatedBytes()).isEqualTo(3 * 1024);
    }

    @Test
    void keepsWhatWasLeaked() {
        int before = Faults.leakedBytes();
        Faults leaking = faults("leak", "2KiB");
        leaking.strike();
        leaking.strike();
        assertThat(Faults.leakedBytes() - before).isEqualTo(2 * 2 * 1024);
    }

    /** Ten seconds of it, ten without, by a clock that the test turns on. */
    @Test
    void comesAndGoesInBouts() {
        Faults bouts = new Faults(
                FaultSettings.parse(Map.of(
                        "loomgate.fault.bouts",
                        "10s",
                        "loomgate.fault.delay",
                        "20ms",
                        "loomgate.fault.errors",
                        "100%")),
                ends::incrementAndGet,
                clock::get);
        List<Integer> struck = new ArrayList<>();
        for (int second = 0; second < 40; second++) {
            clock.set(second * 1_000_000_000L);
            boolean error = bouts.strike().isPresent();
            assertThat(bouts.waitOf(Workload.IO)).hasMillis(error ? 120 : 100);
            if (error) {
                struck.add(second);
            }
        }
        assertThat(struck).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    }

    @Test
    void saysWhichFaultsThereAre() {
        Faults two = new Faults(
                FaultSettings.parse(Map.of("loomgate.fault.delay", "20ms", "loomgate.fault.allocate", "64KiB")),
                ends::incrementAndGet,
                clock::get);
        assertThat(two.describe()).isEqualTo("allocate=64KiB, delay=20ms");
    }

    private Faults faults(String name, String value) {
        return new Faults(
                FaultSettings.parse(Map.of("loomgate.fault." + name, value)), ends::incrementAndGet, clock::get);
    }
}
