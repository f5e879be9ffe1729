package dev.loomgate.study;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A claim that is undecided on one runtime, and what it would take to decide it, should its rounds go on like those so
 * far.
 *
 * @param claim its id
 * @param steps that measure something it asks, and can have another round
 * @param rounds of each of them that would decide it
 */
record Goal(String claim, Set<Step> steps, int rounds) {
    Goal {
        steps = Set.copyOf(steps);
        if (steps.isEmpty() || !steps.stream().allMatch(Step::isLeft)) {
            throw new IllegalArgumentException("nothing more can be measured for " + claim);
        }
    }

    /** Whether so many rounds may be measured. */
    boolean canBeReached() {
        return steps.stream().allMatch(step -> step.canHave(rounds));
    }

    Duration takes() {
        return steps.stream().map(step -> step.expected(rounds)).reduce(Duration.ZERO, Duration::plus);
    }

    /** Of each claim that is decided with it. */
    Duration takesForEach(List<Goal> goals) {
        return takes().dividedBy(decides(goals).size());
    }

    /** Whether there is time to begin. */
    boolean canBegin(Duration left) {
        return next().stream().anyMatch(step -> step.expected().compareTo(left) < 0);
    }

    /** Those that are decided when this one is, itself included. */
    List<Goal> decides(List<Goal> goals) {
        return goals.stream()
                .filter(goal -> goal.rounds <= rounds && steps.containsAll(goal.steps))
                .toList();
    }

    /** @param planned rounds by step */
    boolean isDecidedBy(Map<Step, Integer> planned) {
        return steps.stream().allMatch(step -> planned.getOrDefault(step, step.done()) >= rounds);
    }

    /** The round that comes next: one of its steps may be behind the others. */
    int round() {
        return steps.stream().mapToInt(Step::next).min().orElseThrow();
    }

    /** The steps that have it. */
    Set<Step> next() {
        return steps.stream().filter(step -> step.next() == round()).collect(Collectors.toSet());
    }
}
