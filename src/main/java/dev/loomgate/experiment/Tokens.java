package dev.loomgate.experiment;

import dev.loomgate.plan.Login;
import dev.loomgate.plan.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the arms' logins got, and how old it is. Once the first of them is too old, all are asked for anew: the arms do
 * the same work.
 */
final class Tokens {
    private final TimeSource time;
    private final List<Token> tokens = new ArrayList<>();

    private record Token(String text, long askedNanos) {}

    Tokens(TimeSource time) {
        this.time = time;
    }

    /** Those of the arms in their order, before any load. */
    void add(String token, long askedNanos) {
        tokens.add(new Token(token, askedNanos));
    }

    void set(int arm, String token, long askedNanos) {
        tokens.set(arm, new Token(token, askedNanos));
    }

    String of(int arm) {
        return tokens.get(arm).text();
    }

    List<String> all() {
        return tokens.stream().map(Token::text).toList();
    }

    /** Whether they are to be asked for anew before the next load. */
    boolean old(Workload workload) {
        Optional<Duration> every = workload.login().flatMap(Login::every);
        return every.isPresent()
                && tokens.stream()
                        .anyMatch(token ->
                                time.nanos() - token.askedNanos() >= every.get().toNanos());
    }
}
