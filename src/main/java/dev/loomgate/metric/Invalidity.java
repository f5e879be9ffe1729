package dev.loomgate.metric;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One reason why something that was measured must not be judged.
 *
 * @param kind whose doing it is
 * @param sentence the reason in words
 */
public record Invalidity(Kind kind, String sentence) {
    /** Whose doing it is. Only what the machine did can be gone in the next run, so only that may be forgiven. */
    public enum Kind {
        /** The CPUs or the clock were not the measurement's own: steal, other processes, a late or starved generator. */
        MACHINE,
        /**
         * The server's JIT still compiled. On a busy machine a warm-up does not get far; on one that nobody disturbs it
         * is too short, or the server never gets warm.
         */
        COMPILING,
        /** A part of Loomgate, or a service behind the servers, failed. */
        INSTRUMENT,
        /** What ran is not what was planned. */
        CONFIGURATION,
        /** The server ended in the middle, which is a result of its own. */
        SERVER
    }

    public static Invalidity machine(String sentence) {
        return new Invalidity(Kind.MACHINE, sentence);
    }

    public static Invalidity instrument(String sentence) {
        return new Invalidity(Kind.INSTRUMENT, sentence);
    }

    public static Invalidity configuration(String sentence) {
        return new Invalidity(Kind.CONFIGURATION, sentence);
    }

    public static Invalidity server(String sentence) {
        return new Invalidity(Kind.SERVER, sentence);
    }

    /** The same with a name before the sentence: {@code jdk21: }. */
    public Invalidity of(String prefix) {
        return new Invalidity(kind, prefix + sentence);
    }

    /**
     * Whether the machine disturbed the measurement and nothing else is wrong with it; false where there is no reason
     * at all, and where all that is wrong is a JIT that compiled on a machine that nobody disturbed.
     */
    public static boolean isDisturbance(Collection<Invalidity> reasons) {
        return !reasons.isEmpty() && kindOf(reasons) == Kind.MACHINE;
    }

    /** Several reasons as one: what neither the machine nor its JIT did goes first, then what the machine did. */
    public static Kind kindOf(Collection<Invalidity> reasons) {
        Set<Kind> kinds = reasons.stream().map(Invalidity::kind).collect(Collectors.toCollection(LinkedHashSet::new));
        return kinds.stream()
                .filter(kind -> kind != Kind.MACHINE && kind != Kind.COMPILING)
                .findFirst()
                .orElse(kinds.equals(Set.of(Kind.COMPILING)) ? Kind.COMPILING : Kind.MACHINE);
    }

    public static List<String> sentences(Collection<Invalidity> reasons) {
        return reasons.stream().map(Invalidity::sentence).toList();
    }
}
