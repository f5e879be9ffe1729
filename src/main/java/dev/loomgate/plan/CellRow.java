package dev.loomgate.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * One row of a scale's {@code cells}: the cross product of what it names.
 *
 * @param runtimes empty when the row names none: then it means the runtimes of the run
 * @param sound false when something in it was refused: then it is not known which cells were meant
 */
record CellRow(
        SourcePosition place,
        List<String> variants,
        List<String> runtimes,
        List<String> workloads,
        List<LoadProfile> loads,
        boolean sound) {

    /** A cell by its names, as long as the definitions behind them may be unsound. */
    record Name(String variant, String runtime, String workload, LoadProfile load) {
        String withoutRuntime() {
            return variant + " · " + workload + " · " + load.displayName();
        }

        Name with(String otherVariant) {
            return new Name(otherVariant, runtime, workload, load);
        }

        Name with(LoadProfile otherLoad) {
            return new Name(variant, runtime, workload, otherLoad);
        }
    }

    long size(int runtimesOfTheRun) {
        long perLoad = (long) variants.size() * workloads.size() * loads.size();
        return perLoad * (runtimes.isEmpty() ? runtimesOfTheRun : runtimes.size());
    }

    Stream<Name> cells(List<String> runtimesOfTheRun) {
        List<String> own = runtimes.isEmpty() ? runtimesOfTheRun : runtimes;
        return variants.stream()
                .flatMap(variant -> own.stream()
                        .flatMap(runtime -> workloads.stream()
                                .flatMap(workload ->
                                        loads.stream().map(load -> new Name(variant, runtime, workload, load)))));
    }
}
