package dev.loomgate.quarkus;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerStart;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The program of all Quarkus servers; which resources are on its class path makes it one or the other. */
@QuarkusMain
public final class QuarkusServer {
    /** Set before the container exists that hands it out. */
    private static volatile Faults faults;

    public static void main(String[] args) {
        faults = ServerStart.begin();
        Quarkus.run(args);
    }

    @Produces
    @Singleton
    Faults faults() {
        return faults;
    }
}
