package dev.loomgate.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is compared: two arms under the same workload and load.
 *
 * @param load a rate: of both together, where they have it in the same seconds; of each, where they take turns. Or
 *     users that ask as soon as they are answered, in turns
 * @param inTurn why they take turns; empty where it is tried whether they leave each other room
 */
public record PairedCell(Arm baseline, Arm candidate, Workload workload, LoadProfile load, Optional<String> inTurn) {
    public PairedCell {
        if (baseline.label().equals(candidate.label())) {
            throw new IllegalArgumentException("the arms need two labels, both are " + baseline.label());
        }
        if (!(load instanceof LoadProfile.Constant) && (!(load instanceof LoadProfile.Closed) || inTurn.isEmpty())) {
            throw new IllegalArgumentException(
                    "two arms are compared at a rate, or with users in turns, not at " + load.displayName());
        }
    }

    /** Whose arms have their load in the same seconds, if there is room for both. */
    public PairedCell(Arm baseline, Arm candidate, Workload workload, LoadProfile load) {
        this(baseline, candidate, workload, load, Optional.empty());
    }

    /** As {@link #load}; empty where users ask as soon as they are answered. */
    public OptionalInt requestsPerSecond() {
        return load instanceof LoadProfile.Constant constant
                ? OptionalInt.of(constant.requestsPerSecond())
                : OptionalInt.empty();
    }

    /** What each arm is asked for, if those that have their load in the same seconds leave each other room. */
    public LoadProfile loadOfEach() {
        return inTurn.isEmpty() && load instanceof LoadProfile.Constant both
                ? new LoadProfile.Constant(Math.max(1, both.requestsPerSecond() / Side.values().length))
                : load;
    }

    public Arm arm(Side side) {
        return switch (side) {
            case BASELINE -> baseline;
            case CANDIDATE -> candidate;
        };
    }

    /** Whether both arms are started alike: on the same Java, with the same settings, but for the bytes of a jar. */
    public boolean isSameButForTheJar() {
        return baseline.settings().equals(candidate.settings())
                && baseline.java().equals(candidate.java());
    }

    /** What a reader should know of the arms, whatever was measured; empty without. */
    Optional<String> note() {
        return candidate.variant().program() instanceof Program.Command
                        && baseline.settings().equals(candidate.settings())
                        && !isSameButForTheJar()
                ? Optional.of(candidate.variant().name() + " is a command: " + baseline.label() + " and "
                        + candidate.label()
                        + " differ in nothing but JAVA_HOME, and whether it reads that is not known;"
                        + " where it does not, it is compared with itself")
                : Optional.empty();
    }

    /** The cell that one arm is, for everything that knows one server at a time. */
    public Cell cell(Side side) {
        return new Cell(arm(side).variant(), arm(side).runtime(), workload, load);
    }

    /** The requests that are also compared by themselves; none where all are alike. */
    public List<WeightedRequest> requests() {
        List<WeightedRequest> mix = workload.requests().mix();
        return mix.size() > 1 ? mix : List.of();
    }

    /** {@code virtual}, or {@code platform-default vs virtual} where variants are compared. */
    public String variant() {
        return ArmGroup.of(this).variants();
    }

    /** {@code virtual/io}: how people call it. */
    public String name() {
        return variant() + "/" + workload.name();
    }

    /** Stable and fit for file names: {@code jdk21-jdk25.virtual.io.500rps}. */
    public String id() {
        return ArmGroup.of(this).id();
    }

    /** Names the pair of boots that this cell is measured on; cells with the same name share it. */
    public String pair() {
        return ArmGroup.of(this).boot();
    }

    /** Whether the arms of both may be loaded together. */
    boolean hasTheLoadOf(PairedCell other) {
        return workload.equals(other.workload) && load.equals(other.load) && inTurn.equals(other.inTurn);
    }

    /** {@code virtual · io · 500 req/s · jdk21 → jdk25}. */
    public String displayName() {
        return ArmGroup.of(this).toString();
    }

    @Override
    public String toString() {
        return displayName();
    }
}
