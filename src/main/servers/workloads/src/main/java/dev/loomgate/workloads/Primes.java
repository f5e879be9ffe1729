package dev.loomgate.workloads;

import java.util.List;

/** What {@code primes} answers: how many primes a range holds, and their sum, by which anyone can check that all were found. */
public record Primes(int from, int to, int count, long sum) {
    /** The tasks of {@link PrimeRange#tasks}, in order, as one. */
    public static Primes of(List<Primes> parts) {
        return new Primes(
                parts.getFirst().from(),
                parts.getLast().to(),
                parts.stream().mapToInt(Primes::count).sum(),
                parts.stream().mapToLong(Primes::sum).sum());
    }
}
