package dev.loomgate.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which cells are measured on the same server, one after the other. */
public final class Boots {
    private Boots() {}

    /**
     * One boot serves all cells of a variant and runtime (see {@link Cell#boot()}), in the order of the plan. Shares
     * of a capacity come last: they need the result of a search.
     */
    public static List<List<Cell>> of(List<Cell> cells) {
        return by(
                Cell::boot,
                cells.stream()
                        .sorted(Comparator.comparing(cell -> cell.load() instanceof LoadProfile.Share))
                        .toList());
    }

    /**
     * The remaining cells of a continued run that have fewer cells before them on their server than planned, because
     * an earlier run has measured those.
     *
     * @param left what is still to be measured
     */
    public static Set<Cell> outOfPlace(List<Cell> planned, Collection<Cell> left) {
        return of(planned).stream()
                .flatMap(boot -> boot.stream().dropWhile(left::contains))
                .filter(left::contains)
                .collect(Collectors.toSet());
    }

    /** In the order of the first of each. */
    static <T> List<List<T>> by(Function<T, String> boot, List<T> cells) {
        return new ArrayList<>(cells.stream()
                .collect(Collectors.groupingBy(boot, LinkedHashMap::new, Collectors.toList()))
                .values());
    }
}
