package dev.loomgate.plan;

/** What the clients of a workload do. */
public sealed interface Clients permits Requests, GatlingSimulation {
    /** {@code GET /io}, {@code 70 % GET /orders, 30 % POST /orders}, {@code simulation com.acme.CheckoutSimulation}. */
    String inWords();

    /** Whether one of their requests may have this name. */
    boolean mayAsk(String request);
}
