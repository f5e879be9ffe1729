package dev.loomgate.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Decides for which claim is measured next, so that as many as possible are decided when the time is up. */
final class Choice {
    private Choice() {}

    /**
     * Of those that are to be decided in the time that is left ({@link #mostWithin}) the one that takes the least time for
     * each claim; where none can be decided any more, the same of all.
     *
     * @return empty where nothing that is left to measure would end in time
     */
    static Optional<Goal> next(List<Goal> goals, Duration left) {
        List<Goal> most = mostWithin(goals, left);
        List<Goal> among = most.isEmpty() ? goals : most;
        return among.stream()
                .filter(goal -> goal.canBegin(left))
                .min(Comparator.comparing(goal -> goal.takesForEach(among)));
    }

    /**
     * As many as can be decided within this time, in the least time that so many take. Groups of claims that share no boot
     * are the things that are put into a knapsack, each in one of several sizes.
     */
    static List<Goal> mostWithin(List<Goal> goals, Duration left) {
        if (left.isNegative()) {
            return List.of();
        }
        // By seconds spent.
        List<List<Goal>> most = new ArrayList<>(Collections.nCopies((int) left.toSeconds() + 1, List.of()));
        for (List<Goal> group : groups(goals)) {
            List<Option> options = options(group);
            for (int spent = most.size() - 1; spent >= 0; spent--) {
                List<Goal> best = most.get(spent);
                for (Option option : options) {
                    if (option.seconds <= spent) {
                        List<Goal> others = most.get(spent - option.seconds);
                        best = others.size() + option.decided.size() > best.size()
                                ? together(others, option.decided)
                                : best;
                    }
                }
                most.set(spent, best);
            }
        }
        return Collections.max(most, Comparator.comparingInt(List::size));
    }

    /** What some seconds decide. */
    private record Option(List<Goal> decided, int seconds) {}

    /** What each claim takes, and those that take the least time for each together with the next. */
    private static List<Option> options(List<Goal> group) {
        List<Goal> inReach = group.stream()
                .filter(Goal::canBeReached)
                .sorted(Comparator.comparing(goal -> goal.takesForEach(group)))
                .toList();
        return IntStream.range(0, inReach.size())
                .boxed()
                .flatMap(i -> Stream.of(inReach.subList(i, i + 1), inReach.subList(0, i + 1)))
                .map(goals -> option(goals, group))
                .toList();
    }

    private static Option option(List<Goal> goals, List<Goal> group) {
        Map<Boot, Integer> rounds = new HashMap<>();
        goals.forEach(goal -> goal.boots().forEach(boot -> rounds.merge(boot, goal.rounds(), Math::max)));
        return new Option(
                group.stream().filter(goal -> goal.isDecidedBy(rounds)).toList(),
                seconds(rounds.entrySet().stream()
                        .map(boot -> boot.getKey().expected(boot.getValue()))
                        .reduce(Duration.ZERO, Duration::plus)));
    }

    private static int seconds(Duration duration) {
        return (int) Math.ceil(duration.toMillis() / 1000.0);
    }

    /** Claims that share boots, directly or by way of others. */
    private static List<List<Goal>> groups(List<Goal> goals) {
        List<List<Goal>> groups = new ArrayList<>();
        for (Goal goal : goals) {
            List<List<Goal>> sharing = groups.stream()
                    .filter(group ->
                            group.stream().anyMatch(other -> !Collections.disjoint(other.boots(), goal.boots())))
                    .toList();
            groups.removeAll(sharing);
            List<Goal> all = new ArrayList<>();
            sharing.forEach(all::addAll);
            all.add(goal);
            groups.add(all);
        }
        return groups;
    }

    private static List<Goal> together(List<Goal> some, List<Goal> others) {
        List<Goal> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
