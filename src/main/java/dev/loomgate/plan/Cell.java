package dev.loomgate.plan;

/** What one line of the result table is about: variant × runtime × workload × load profile. */
public record Cell(Variant variant, JvmRuntime runtime, Workload workload, LoadProfile load) {
    /** Stable and fit for file names: {@code virtual.jdk25.io.500rps}. */
    public String id() {
        return variant.name() + "." + runtime.name() + "." + workload.name() + "." + load.id();
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
