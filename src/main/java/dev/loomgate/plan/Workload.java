package dev.loomgate.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * What clients do, and what the server has to do for it (docs/reference/shipped.md).
 *
 * @param clients their requests, or a simulation of the user's
 * @param login that gets a token for the requests
 * @param waits how long the endpoint waits without computing; zero when it doesn't
 * @param warmUpUsers closed-model users that warm it up; 0 where the simulation does
 * @param behind what the server asks for it
 */
public record Workload(
        String name,
        Clients clients,
        Optional<Login> login,
        Duration waits,
        int warmUpUsers,
        BackendDependency behind) {

    /**
     * Who warms it before this load: as many users as will ask, where they are known. Four leave code of {@code fortunes}
     * cold that 32 need, and the JIT then takes half of a server's time.
     */
    public int warmUpUsers(LoadProfile load) {
        return load instanceof LoadProfile.Closed users ? users.users() : warmUpUsers;
    }

    /** What is asked for, in words: the path, or those of several requests. */
    public String path() {
        return clients instanceof Requests requests && requests.names().isEmpty()
                ? requests.first().path()
                : clients.inWords();
    }

    /**
     * The requests that Loomgate sends itself.
     *
     * @throws IllegalStateException where a simulation sends its own
     */
    public Requests requests() {
        if (clients instanceof Requests requests) {
            return requests;
        }
        throw new IllegalStateException(name + " is a simulation, which alone knows its requests");
    }

    /** Whether a simulation of the user's is its load. */
    public boolean isSimulation() {
        return clients instanceof GatlingSimulation;
    }
}
