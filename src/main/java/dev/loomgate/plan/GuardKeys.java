package dev.loomgate.plan;

import java.time.Duration;

/** Reads the guards; what the file leaves out is as in {@link Defaults#GUARDS}. */
final class GuardKeys {
    private static final String SHARES = "guards are shares between 0 and 100 %: ";

    /** 100 % is allowed: it says in plain sight that this guard is off. */
    private static final Form<Double> SHARE =
            Form.SHARE.where(share -> share > 0 && share <= 1, SHARES + "above 0 % and at most 100 %");

    private static final Form<Double> PART =
            Form.SHARE.where(share -> share > 0 && share < 1, SHARES + "above 0 % and below 100 %");
    private static final Form<Double> PART_OR_NONE =
            Form.SHARE.where(share -> share < 1, SHARES + "at least 0 % and below 100 %");
    private static final Form<Duration> CLOCK = atLeast(Defaults.SMALLEST_CLOCK_GUARD, "it is judged in milliseconds");
    private static final Form<Duration> GAP =
            atLeast(Defaults.SMALLEST_SAMPLER_GAP, "the sampler itself looks four times a second");

    private GuardKeys() {}

    private static Form<Duration> atLeast(Duration least, String why) {
        return Form.TIME.where(
                time -> time.compareTo(least) >= 0, "must be at least " + least.toMillis() + " ms: " + why);
    }

    /** The usual ones where a value is unsound. */
    static Guards read(Mapping keys) {
        Guards usual = Defaults.GUARDS;
        return keys.make(() -> new Guards(
                        new Guards.Generator(
                                keys.get("rate", PART, usual.generator().rateShare()),
                                keys.get(
                                        "lateness", Form.TIME, usual.generator().latenessFloor()),
                                keys.get(
                                        "lateness-share",
                                        PART_OR_NONE,
                                        usual.generator().latenessShare()),
                                keys.get(
                                        "generator-cpu",
                                        SHARE,
                                        usual.generator().cpuShare())),
                        new Guards.Machine(
                                keys.get("foreign-cpu", SHARE, usual.machine().foreignCpuShare()),
                                keys.get("steal", SHARE, usual.machine().stealShare()),
                                keys.get("clock", CLOCK, usual.machine().clock())),
                        keys.get("jit", SHARE, usual.jitShare()),
                        keys.get("sampler-gap", GAP, usual.samplerGap()),
                        keys.get("remeasure", Form.COUNT, usual.remeasure())))
                .orElse(usual);
    }
}
