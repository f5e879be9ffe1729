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
 * @param claim as lines of progress name it
 * @param boots that measure something it asks, and can have another round
 * @param rounds of each of them that would decide it
 */
record Goal(String claim, Set<Boot> boots, int rounds) {
    Goal {
        boots = Set.copyOf(boots);
        if (boots.isEmpty() || !boots.stream().allMatch(Boot::isLeft)) {
            throw new IllegalArgumentException("nothing more can be measured for " + claim);
        }
    }

    /** Whether so many rounds may be measured. */
    boolean canBeReached() {
        return boots.stream().allMatch(boot -> boot.canHave(rounds));
    }

    Duration takes() {
        return boots.stream().map(boot -> boot.expected(rounds)).reduce(Duration.ZERO, Duration::plus);
    }

    /** Of each claim that is decided with it. */
    Duration takesForEach(List<Goal> goals) {
        return takes().dividedBy(decides(goals).size());
    }

    /** Whether there is time to begin. */
    boolean canBegin(Duration left) {
        return next().stream().anyMatch(boot -> boot.expected().compareTo(left) < 0);
    }

    /** Those that are decided when this one is, itself included. */
    List<Goal> decides(List<Goal> goals) {
        return goals.stream()
                .filter(goal -> goal.rounds <= rounds && boots.containsAll(goal.boots))
                .toList();
    }

    /** @param planned rounds by boot */
    boolean isDecidedBy(Map<Boot, Integer> planned) {
        return boots.stream().allMatch(boot -> planned.getOrDefault(boot, boot.done()) >= rounds);
    }

    /** The round that comes next: one of its boots may be behind the others. */
    int round() {
        return boots.stream().mapToInt(Boot::next).min().orElseThrow();
    }

    /** The boots that have it. */
    Set<Boot> next() {
        return boots.stream().filter(boot -> boot.next() == round()).collect(Collectors.toSet());
    }
}
