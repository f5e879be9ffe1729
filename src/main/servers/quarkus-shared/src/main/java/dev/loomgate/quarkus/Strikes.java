package dev.loomgate.quarkus;

import dev.loomgate.workloads.EarlyAnswer;
import dev.loomgate.workloads.Faults;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The deliberate faults, in the form in which Quarkus resources end a request early: an exception that a mapper turns into the answer. */
@Singleton
public final class Strikes {
    private final Faults faults;

    Strikes(Faults faults) {
        this.faults = faults;
    }

    /** Called once at the begin of every workload request; does not return when a deliberate fault answers that request. */
    public void next() {
        Optional<EarlyAnswer> early = faults.strike();
        if (early.isPresent()) {
            throw Struck.WITH.get(early.get());
        }
    }

    /** For the waits of the workloads. */
    public Faults faults() {
        return faults;
    }

    /** Says nothing but what is answered: there is one per answer, without a stack, so that such a request costs no more than the others. */
    static final class Struck extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final Map<EarlyAnswer, Struck> WITH = Arrays.stream(EarlyAnswer.values())
                .collect(Collectors.toUnmodifiableMap(answer -> answer, Struck::new));

        private final EarlyAnswer answer;

        private Struck(EarlyAnswer answer) {
            super(answer.body(), null, false, false);
            this.answer = answer;
        }

        EarlyAnswer answer() {
            return answer;
        }
    }
}
