package dev.loomgate.verdict;

import java.util.List;
import java.util.Optional;

/**
 * How the units of one cell fared.
 *
 * @param fit units that count
 * @param unfit units that were measured and must not count
 * @param reasons why, each once
 * @param notes on any of them, each once
 * @param failed why an arm can't be compared at all, with its name, where that is so
 */
public record UnitTally(int fit, int unfit, List<String> reasons, List<String> notes, Optional<String> failed) {
    public UnitTally {
        reasons = List.copyOf(reasons);
        notes = List.copyOf(notes);
    }

    /** Of a cell without a unit. */
    static UnitTally none() {
        return new UnitTally(0, 0, List.of(), List.of(), Optional.empty());
    }
}
