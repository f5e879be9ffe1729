package dev.loomgate.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Arms that are up together and get the same load, in the same seconds or in turns: the two of a comparison, or three,
 * of which each is compared with another.
 *
 * @param arms in an order that says nothing
 * @param pairs what is compared, each of two of these arms, all on the same workload and under the same load
 */
public record ArmGroup(List<Arm> arms, List<PairedCell> pairs) {
    /** With more of them a server waits longer for its turn, and their CPUs have less room. */
    private static final int MOST = 3;

    /** File names end at 255 bytes, and more than the arms is in them. */
    private static final int LONGEST = 120;

    public ArmGroup {
        arms = List.copyOf(arms);
        pairs = List.copyOf(pairs);
        for (PairedCell pair : pairs) {
            if (!arms.containsAll(List.of(pair.baseline(), pair.candidate())) || !pair.hasTheLoadOf(pairs.getFirst())) {
                throw new IllegalArgumentException(pair + " is of other arms or another load than " + pairs);
            }
        }
        if (arms.size() < 2 || pairs.isEmpty()) {
            throw new IllegalArgumentException("a group has two arms and a pair, at least");
        }
    }

    public static ArmGroup of(PairedCell pair) {
        return new ArmGroup(List.of(pair.baseline(), pair.candidate()), List.of(pair));
    }

    /** Pairs that share an arm and have the same load are measured together, as long as they are few arms. */
    static List<ArmGroup> of(List<PairedCell> pairs) {
        List<ArmGroup> groups = new ArrayList<>();
        for (PairedCell pair : pairs) {
            groups.stream()
                    .filter(group -> group.hasRoomFor(pair))
                    .findFirst()
                    .ifPresentOrElse(
                            group -> groups.set(groups.indexOf(group), group.with(pair)), () -> groups.add(of(pair)));
        }
        return groups;
    }

    /** Pairs of the same two arms, in the order in which their servers get the loads. */
    public static List<ArmGroup> inOrder(List<PairedCell> pairs) {
        return pairs.stream().map(ArmGroup::of).sorted(order(Set.of())).toList();
    }

    /**
     * A group that leaves an arm idle comes last, so that arms that are compared have done the same before. Users come
     * before rates, and higher rates before lower ones: their warm-up takes seconds, and warms what all workloads share
     * for those whose requests are dear. Few users come before many, because heap and memory that many have filled stay
     * so. Equals keep their order.
     *
     * @param fresh that come before all others of as many arms
     */
    private static Comparator<ArmGroup> order(Set<PairedCell> fresh) {
        return Comparator.comparingInt((ArmGroup group) -> -group.arms().size())
                .thenComparing(group -> !group.isAmong(fresh))
                .thenComparingInt(group -> -precedence(group.load()));
    }

    private static int precedence(LoadProfile load) {
        return switch (load) {
            case LoadProfile.Closed closed -> Integer.MAX_VALUE - closed.users();
            case LoadProfile.Constant rate -> rate.requestsPerSecond();
            default -> 0;
        };
    }

    /**
     * Groups by the servers on which they are measured, one after the other. A pair whose arms are among the three of
     * another group shares theirs, best of one with its workload, which has warmed them. The first of each has all arms.
     *
     * @param fresh that are first on their servers
     * @param alone whose servers do nothing else
     */
    static List<List<ArmGroup>> byBoot(List<ArmGroup> groups, Set<PairedCell> fresh, Set<PairedCell> alone) {
        List<List<ArmGroup>> boots = new ArrayList<>();
        groups.stream()
                .sorted(Comparator.comparing((ArmGroup group) -> group.isAmong(fresh))
                        .thenComparingInt(group -> group.arms().size())
                        .reversed())
                .forEach(group -> boots.stream()
                        .filter(boot -> !group.isAmong(fresh)
                                && !group.isAmong(alone)
                                && !boot.getFirst().isAmong(alone)
                                && boot.getFirst().hasServersFor(group))
                        .min(Comparator.comparing(
                                boot -> !boot.getFirst().workload().equals(group.workload())))
                        .ifPresentOrElse(boot -> boot.add(group), () -> boots.add(new ArrayList<>(List.of(group)))));
        boots.forEach(boot -> boot.sort(order(fresh)));
        return boots;
    }

    boolean isAmong(Set<PairedCell> some) {
        return pairs.stream().anyMatch(some::contains);
    }

    private boolean hasServersFor(ArmGroup other) {
        return other.arms.stream()
                .allMatch(arm -> arms.contains(arm)
                        && cell(arm).boot().equals(other.cell(arm).boot()));
    }

    private boolean hasRoomFor(PairedCell pair) {
        Set<Arm> all = with(arms, pair);
        return pair.hasTheLoadOf(pairs.getFirst()) && all.size() < arms.size() + 2 && all.size() <= MOST;
    }

    private ArmGroup with(PairedCell pair) {
        List<PairedCell> all = new ArrayList<>(pairs);
        all.add(pair);
        return new ArmGroup(
                with(arms, pair).stream()
                        .sorted(Comparator.comparing(Arm::label))
                        .toList(),
                all);
    }

    private static Set<Arm> with(List<Arm> arms, PairedCell pair) {
        Set<Arm> all = new LinkedHashSet<>(arms);
        all.add(pair.baseline());
        all.add(pair.candidate());
        return all;
    }

    public Workload workload() {
        return pairs.getFirst().workload();
    }

    /** Why they take turns; empty where it is tried whether they leave each other room. */
    public Optional<String> inTurn() {
        return pairs.getFirst().inTurn();
    }

    /** Of each, where they take turns. */
    public LoadProfile load() {
        return pairs.getFirst().load();
    }

    /** Of all together, where they have it in the same seconds: of each as much as in a pair. Users are never shared. */
    public LoadProfile loadTogether() {
        return load() instanceof LoadProfile.Constant both
                ? new LoadProfile.Constant(both.requestsPerSecond() * arms.size() / Side.values().length)
                : load();
    }

    /** What one of them is, for everything that knows one server at a time. */
    public Cell cell(Arm arm) {
        return new Cell(arm.variant(), arm.runtime(), workload(), load());
    }

    /** Names the servers of all its arms; groups with the same name may share them. */
    public String boot() {
        return arms.stream()
                .map(arm -> cell(arm).boot() + " " + arm.runtime().heapMebibytes())
                .collect(Collectors.joining(" "));
    }

    /** Stable and fit for file names: {@code jdk21-jdk25.virtual.io.500rps}. */
    public String id() {
        String all = fit(arms.stream().map(Arm::label).collect(Collectors.joining("-")));
        return (all.length() <= LONGEST ? all : all.substring(0, LONGEST) + "-" + Integer.toHexString(all.hashCode()))
                + "." + fit(variants() + "." + workload().name() + "." + load().id());
    }

    private static String fit(String name) {
        return name.replaceAll("[^\\p{Alnum}.-]+", "-");
    }

    /** {@code virtual}, or {@code platform-default vs virtual} where variants are compared. */
    String variants() {
        return arms.stream().map(arm -> arm.variant().name()).distinct().collect(Collectors.joining(" vs "));
    }

    /** {@code virtual · io · 500 req/s · jdk21 → jdk25}. */
    @Override
    public String toString() {
        return variants() + " · " + workload().name() + " · " + load().displayName() + " · "
                + arms.stream().map(Arm::label).collect(Collectors.joining(" → "));
    }
}
