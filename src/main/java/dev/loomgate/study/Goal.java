package dev.loomgate.study;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim on one runtime, and what it would take to decide it, should its rounds go on like those so far.
 *
 * @param claim its id
 * @param steps that measure something it asks
 * @param rounds of each of them that would decide it
 * @param open whether it is undecided; what was decided late is measured for as long as there is time
 */
record Goal(String claim, Set<Step> steps, int rounds, boolean open) {
    Goal {
        steps = Set.copyOf(steps);
        if (steps.stream().noneMatch(Step::isLeft)) {
            throw new IllegalArgumentException("nothing more can be measured for " + claim);
        }
    }

    /**
     * Which one to measure for next, so that most is decided when the time is up: that which takes the least time for
     * each claim that is decided with it. What can't be decided in time comes behind, and last what is decided.
     *
     * @return empty where nothing that is left would end in time
     */
    static Optional<Goal> soonest(List<Goal> goals, Duration left) {
        return goals.stream()
                .filter(goal ->
                        goal.next().stream().anyMatch(step -> step.expected().compareTo(left) < 0))
                .min(Comparator.comparing((Goal goal) -> !goal.open)
                        .thenComparing(goal -> !goal.isDecidedWithin(left))
                        .thenComparing(goal ->
                                goal.takes().dividedBy(goal.decides(goals).size())));
    }

    private boolean isDecidedWithin(Duration left) {
        return takes().compareTo(left) < 0 && steps.stream().allMatch(step -> step.canHave(rounds));
    }

    private Duration takes() {
        return steps.stream()
                .map(step -> step.expected().multipliedBy(Math.max(0, rounds - step.done())))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Those that are decided when this one is, itself included. */
    List<Goal> decides(List<Goal> goals) {
        return goals.stream()
                .filter(goal -> goal.open == open && goal.rounds <= rounds && steps.containsAll(goal.steps))
                .toList();
    }

    /** The round that comes next: one of its steps may be behind the others. */
    int round() {
        return steps.stream().filter(Step::isLeft).mapToInt(Step::next).min().orElseThrow();
    }

    /** The steps that have it. */
    Set<Step> next() {
        return steps.stream()
                .filter(step -> step.isLeft() && step.next() == round())
                .collect(Collectors.toSet());
    }
}
