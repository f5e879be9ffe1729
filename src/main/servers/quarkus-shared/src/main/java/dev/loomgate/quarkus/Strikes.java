package dev.loomgate.quarkus;

import dev.loomgate.workloads.Faults;
import jakarta.inject.Singleton;

/** The deliberate faults, in the form in which Quarkus resources end a request early: an exception that a mapper turns into the answer. */
@Singleton
public final class Strikes {
    private final Faults faults;

    Strikes(Faults faults) {
        this.faults = faults;
    }

    /** Called once at the begin of every workload request; does not return when that request must be answered with 500. */
    public void next() {
        if (faults.strike()) {
            throw Struck.ON_PURPOSE;
        }
    }

    /** For the waits and bodies of the workloads. */
    public Faults faults() {
        return faults;
    }

    /** Says nothing but that it was meant: there is one, without a stack, so that a failing request costs no more than the others. */
    static final class Struck extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final Struck ON_PURPOSE = new Struck();

        private Struck() {
            super(Faults.ERROR_BODY, null, false, false);
        }
    }
}
