package dev.loomgate.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrimeRangeTest {
    // pi(n) and the sum of the primes up to n: OEIS A006880 and A046731.
    @ParameterizedTest
    @CsvSource({"10, 4, 17", "100, 25, 1060", "1000, 168, 76127", "10000, 1229, 5736396", "100000, 9592, 454396537"})
    void findsAllPrimesUpTo(int to, int count, long sum) {
        assertThat(new PrimeRange(1, to).primes()).isEqualTo(new Primes(1, to, count, sum));
    }

    @Test
    void holdsBothEnds() {
        assertThat(new PrimeRange(7, 11).primes()).isEqualTo(new Primes(7, 11, 2, 18));
        assertThat(new PrimeRange(0, 1).primes()).isEqualTo(new Primes(0, 1, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 101, 1000})
    void findsTheSameInParts(int parts) {
        PrimeRange whole = new PrimeRange(1, 100);
        List<PrimeRange> split = whole.split(parts);

        assertThat(split).hasSize(Math.min(parts, 100));
        assertThat(split.stream().flatMapToInt(part -> IntStream.rangeClosed(part.from(), part.to())))
                .containsExactly(IntStream.rangeClosed(1, 100).boxed().toArray(Integer[]::new));
        assertThat(Primes.of(split.stream().map(PrimeRange::primes).toList())).isEqualTo(whole.primes());
    }

    @Test
    void eachNumberMayBeATask() {
        assertThat(new PrimeRange(7, 9).tasks("each", 2))
                .containsExactly(new PrimeRange(7, 7), new PrimeRange(8, 8), new PrimeRange(9, 9));
        assertThat(new PrimeRange(7, 9).tasks(null, 2)).hasSize(2);
        assertThatThrownBy(() -> new PrimeRange(7, 9).tasks("all", 2))
                .isInstanceOf(BadParameter.class)
                .hasMessage("tasks is 'each', or is missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "     | 10      | from is a whole number from 0 to 1000000, and is missing",
                "1    |         | to is a whole number from 0 to 1000000, and is missing",
                "-1   | 10      | from is a whole number from 0 to 1000000",
                "x    | 10      | from is a whole number from 0 to 1000000",
                "1    | 1000001 | to is a whole number from 0 to 1000000, was 1000001",
                "1    | 99999999999 | to is a whole number from 0 to 1000000",
                "10   | 1       | from is not greater than to, was 10 and 1",
                "0    | 100000  | a range holds at most 100000 numbers"
            })
    void refusesWithTheReason(String from, String to, String reason) {
        assertThatThrownBy(() -> PrimeRange.parse(from, to))
                .isInstanceOf(BadParameter.class)
                .hasMessage(reason);
    }

    @Test
    void readsARange() {
        assertThat(PrimeRange.parse("0", "99999")).isEqualTo(new PrimeRange(0, 99_999));
    }
}
