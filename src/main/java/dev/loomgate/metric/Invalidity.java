package dev.loomgate.metric;

import java.util.Collection;
import java.util.List;

/**
 * One reason why something that was measured must not be judged.
 *
 * @param kind whose doing it is
 * @param sentence the reason in words
 */
public record Invalidity(Kind kind, String sentence) {
    /** Whose doing it is. Only what the machine did can be gone in the next run, so only that may be forgiven. */
    public enum Kind {
        /**
         * The CPUs or the clock were not the measurement's own: steal, other processes, a late or starved generator, a
         * JIT that still compiles.
         */
        MACHINE,
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
     * at all.
     */
    public static boolean isDisturbance(Collection<Invalidity> reasons) {
        return !reasons.isEmpty() && reasons.stream().allMatch(reason -> reason.kind == Kind.MACHINE);
    }

    /** Several reasons as one: a disturbance only where all of them are. */
    public static Kind kindOf(Collection<Invalidity> reasons) {
        return reasons.stream()
                .map(Invalidity::kind)
                .filter(kind -> kind != Kind.MACHINE)
                .findFirst()
                .orElse(Kind.MACHINE);
    }

    public static List<String> sentences(Collection<Invalidity> reasons) {
        return reasons.stream().map(Invalidity::sentence).toList();
    }
}
