package dev.loomgate.plan;

import java.time.Duration;
import java.util.Optional;

/** What a quick try changes of a scale. A property that is not given leaves the file's value. */
record ScaleOverrides(
        Optional<Integer> iterations,
        Optional<Integer> maxIterations,
        Optional<Duration> iteration,
        Optional<Integer> floor,
        Optional<Integer> cap) {

    static ScaleOverrides of(Switches switches) {
        return new ScaleOverrides(
                switches.count("iterations"),
                switches.count("max-iterations"),
                switches.duration("iteration"),
                switches.count("warmup.floor"),
                switches.count("warmup.cap"));
    }

    /** Empty after a value was refused. More iterations raise the maximum, unless that is given, too. */
    Optional<Scale> apply(Scale base, Switches switches) {
        int count = iterations.orElse(base.iterations());
        int most = maxIterations.orElse(Math.max(count, base.maxIterations()));
        WarmUpRules usual = base.warmUp().rules();
        int least = floor.orElse(usual.floorCycles());
        int highest = cap.orElse(usual.capCycles());
        if (least > highest) {
            switches.refuse(
                    floor.isPresent() ? "warmup.floor" : "warmup.cap",
                    "warm-up needs floor <= cap, has floor " + least + " and cap " + highest);
        }
        if (count > most) {
            switches.refuse("max-iterations", "is less than the " + count + " iterations");
        }
        Duration length = iteration.orElse(base.iteration());
        if (length.isZero() || length.toNanosPart() != 0 || length.compareTo(Duration.ofHours(24)) > 0) {
            switches.refuse("iteration", "an iteration lasts whole seconds, between 1 s and 24 hours");
        }
        return switches.problems().isEmpty()
                ? Optional.of(new Scale(
                        base.name(),
                        length,
                        count,
                        most,
                        base.rest(),
                        new Scale.WarmUp(base.warmUp().load(), usual.between(least, highest)),
                        base.secondTrials()))
                : Optional.empty();
    }
}
