package dev.loomgate.plan;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the guards; what the file leaves out is as in {@link Defaults#GUARDS}. */
final class GuardKeys {
    private static final List<String> KEYS = List.of(
            "rate",
            "lateness",
            "lateness-share",
            "generator-cpu",
            "steal",
            "foreign-cpu",
            "clock",
            "jit",
            "sampler-gap",
            "remeasure");

    private final Problems problems;
    private final Values values;
    private final Section section;

    private GuardKeys(Problems problems, Values values, YamlNode node) {
        this.problems = problems;
        this.values = values;
        this.section = new Section("guards", node, problems, KEYS);
    }

    static Guards read(Problems problems, Values values, @Nullable YamlNode node) {
        return node == null ? Defaults.GUARDS : new GuardKeys(problems, values, node).guards(Defaults.GUARDS);
    }

    private Guards guards(Guards usual) {
        return new Guards(
                generator(usual.generator()),
                machine(usual.machine()),
                share("jit", usual.jitShare()),
                samplerGap(usual.samplerGap()),
                remeasure(usual.remeasure()));
    }

    private Guards.Generator generator(Guards.Generator usual) {
        return new Guards.Generator(
                shareBelowOne("rate", usual.rateShare(), false),
                lateness(usual.latenessFloor()),
                shareBelowOne("lateness-share", usual.latenessShare(), true),
                share("generator-cpu", usual.cpuShare()));
    }

    private Guards.Machine machine(Guards.Machine usual) {
        return new Guards.Machine(
                share("foreign-cpu", usual.foreignCpuShare()),
                share("steal", usual.stealShare()),
                clock(usual.clock()));
    }

    /** 100 % is allowed: it says in plain sight that this guard is off. */
    private double share(String key, double usual) {
        Double share = values.share(section.optional(key));
        if (share == null || (share > 0 && share <= 1)) {
            return share == null ? usual : share;
        }
        complain(key, "guards are shares between 0 and 100 %: above 0 % and at most 100 %");
        return usual;
    }

    private double shareBelowOne(String key, double usual, boolean zeroAllowed) {
        Double share = values.share(section.optional(key));
        if (share == null || (share < 1 && (share > 0 || zeroAllowed))) {
            return share == null ? usual : share;
        }
        complain(
                key,
                "guards are shares between 0 and 100 %: " + (zeroAllowed ? "at least" : "above")
                        + " 0 % and below 100 %");
        return usual;
    }

    private Duration lateness(Duration usual) {
        Duration lateness = values.duration(section.optional("lateness"));
        return lateness == null ? usual : lateness;
    }

    private Duration clock(Duration usual) {
        return atLeast("clock", Defaults.SMALLEST_CLOCK_GUARD, "it is judged in milliseconds", usual);
    }

    private Duration samplerGap(Duration usual) {
        return atLeast(
                "sampler-gap", Defaults.SMALLEST_SAMPLER_GAP, "the sampler itself looks four times a second", usual);
    }

    private Duration atLeast(String key, Duration least, String why, Duration usual) {
        Duration given = values.duration(section.optional(key));
        if (given == null || given.compareTo(least) >= 0) {
            return given == null ? usual : given;
        }
        complain(key, "must be at least " + least.toMillis() + " ms: " + why);
        return usual;
    }

    private int remeasure(int usual) {
        Integer remeasure = values.wholeNumber(section.optional("remeasure"), 0);
        return remeasure == null ? usual : remeasure;
    }

    private void complain(String key, String message) {
        problems.at(section.placeOf(key), message);
    }
}
