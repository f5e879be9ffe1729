package dev.loomgate.workloads;

import java.util.ArrayList;
import java.util.List;

/**
 * The kernel of {@code primes} (NCI 4.2.1): all primes of a range, both ends included, each number tried by division. The server hands its tasks to an executor of
 * its own style and adds them up.
 */
public record PrimeRange(int from, int to) {
    private static final int LARGEST = 1_000_000;
    private static final int LONGEST = 100_000;

    /**
     * The range of a request.
     *
     * @param from query parameter {@code from}; null when missing
     * @param to query parameter {@code to}; null when missing
     * @throws BadParameter when it is none, or more work than one request may ask for
     */
    public static PrimeRange parse(String from, String to) {
        PrimeRange range = new PrimeRange(
                BadParameter.wholeNumber("from", from, 0, LARGEST), BadParameter.wholeNumber("to", to, 0, LARGEST));
        if (range.from > range.to) {
            throw new BadParameter("from is not greater than to, was " + range.from + " and " + range.to);
        }
        if (range.to - range.from >= LONGEST) {
            throw new BadParameter("a range holds at most " + LONGEST + " numbers");
        }
        return range;
    }

    /**
     * What is computed by itself: as many parts as there are processors, or each number (NCI 4.2.1).
     *
     * @param tasks query parameter {@code tasks}; null when missing
     * @throws BadParameter when it is neither
     */
    public List<PrimeRange> tasks(String tasks, int processors) {
        if (tasks == null) {
            return split(processors);
        }
        if (!tasks.equals("each")) {
            throw new BadParameter("tasks is 'each', or is missing");
        }
        return split(to - from + 1);
    }

    /** The range in so many parts of nearly equal length, none of them empty; in order. */
    public List<PrimeRange> split(int parts) {
        int numbers = to - from + 1;
        int count = Math.min(parts, numbers);
        List<PrimeRange> all = new ArrayList<>(count);
        for (int part = 0; part < count; part++) {
            int first = from + (int) ((long) numbers * part / count);
            int next = from + (int) ((long) numbers * (part + 1) / count);
            all.add(new PrimeRange(first, next - 1));
        }
        return all;
    }

    /** Tries every number of the range, on the thread that asks. */
    public Primes primes() {
        int count = 0;
        long sum = 0;
        for (int number = from; number <= to; number++) {
            if (isPrime(number)) {
                count++;
                sum += number;
            }
        }
        return new Primes(from, to, count, sum);
    }

    private static boolean isPrime(int number) {
        if (number < 2) {
            return false;
        }
        // All divisors up to the root, also the even ones: the workload is this work, not the fastest sieve.
        for (int divisor = 2; divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
