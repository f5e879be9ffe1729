package dev.loomgate.plan;

/** What one line of the result table is about: variant × runtime × workload × load profile. */
public record Cell(Variant variant, JvmRuntime runtime, Workload workload, LoadProfile load) {
    /** Stable and fit for file names: {@code virtual.jdk25.io.500rps}. */
    public String id() {
        return variant.name() + "." + runtime.name() + "." + workload.name() + "." + load.id();
    }

    /**
     * Names the boot that this cell is measured on; cells with the same name share it. A server has one route to its
     * database and one to the service that it asks, so cells behind the delay proxy have a boot of their own, and so
     * have those that ask themselves. Cells at a share of a capacity have one, too: the search has overloaded the
     * server that it ran on.
     */
    public String boot() {
        return variant.name() + "." + runtime.name() + (workload.behind().proxied() ? ".proxied" : "")
                + (workload.behind() instanceof BackendDependency.Itself ? ".itself" : "")
                + (load instanceof LoadProfile.Share ? ".share" : "");
    }

    /** {@code virtual · io · 500 req/s · jdk25}. */
    public String displayName() {
        return variant.name() + " · " + workload.name() + " · " + load.displayName() + " · " + runtime.name();
    }

    @Override
    public String toString() {
        return displayName();
    }
}
