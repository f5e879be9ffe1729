package dev.loomgate.verdict;

import java.util.List;
import java.util.Optional;

/**
 * How the units of one cell fared.
 *
 * @param fit units that count
 * @param unfit units that were measured and must not count
 * @param reasons why, each once
 * @param died how a server ended, with the name of its arm, where one did
 */
public record UnitTally(int fit, int unfit, List<String> reasons, Optional<String> died) {
    public UnitTally {
        reasons = List.copyOf(reasons);
    }
}
