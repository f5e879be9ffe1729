package dev.loomgate;

import dev.loomgate.plan.DuelPlan;
import dev.loomgate.report.RunRecord;
import dev.loomgate.report.RunRecord.Kind;
import dev.loomgate.report.UnitsFile;
import dev.loomgate.trial.UnitRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What an earlier run left in the folder of this one, and whether this one may go on from there ({@code -Dloomgate.continue}): only when it asks for the same, by the same thresholds file, on the
 * same machine and software. Otherwise its units and cells would be no replicates of the same thing.
 */
final class Earlier {
    private static final String SEED = "loomgate.seed";

    /** What may differ: it says how long to go on, not what is measured. */
    private static final Set<String> MAY_DIFFER = Set.of(
            "loomgate.continue",
            "loomgate.at-most",
            "loomgate.units",
            "loomgate.rounds",
            SEED,
            "loomgate.output",
            "loomgate.thresholds");

    private final RunRecord record;

    private Earlier(RunRecord record) {
        this.record = record;
    }

    /** Empty when there is no duel in that folder. */
    static Optional<Earlier> duelIn(Path output) {
        return in(Kind.DUEL, output);
    }

    /** Empty when no run has kept its cells in that folder. */
    static Optional<Earlier> cellsIn(Path output) {
        return in(Kind.CELLS, output);
    }

    private static Optional<Earlier> in(Kind kind, Path output) {
        return kind.isIn(output) ? Optional.of(new Earlier(RunRecord.read(kind, output))) : Optional.empty();
    }

    /** The coins of a run that goes on are those of the run it continues. */
    Map<String, String> withItsSeed(Map<String, String> properties) {
        Map<String, String> same = new TreeMap<>(properties);
        Optional.ofNullable(record.asked().get(SEED)).ifPresent(seed -> same.put(SEED, seed));
        return same;
    }

    /** Why this run can't go on from there, in words; empty when it can. */
    Optional<String> difference(RunRecord now, Path output, Path thresholds) {
        Map<String, String> before = comparable(record);
        Map<String, String> asked = comparable(now);
        if (!before.equals(asked)) {
            return Optional.of("it was asked for " + before + ", this one for " + asked);
        }
        if (!record.fingerprint().equals(now.fingerprint())) {
            return Optional.of("its fingerprint was " + record.fingerprint() + ", this one's is " + now.fingerprint()
                    + ": another machine, or other software");
        }
        try {
            long mismatch = Files.mismatch(record.kind().thresholds(output), thresholds);
            return mismatch < 0
                    ? Optional.empty()
                    : Optional.of(thresholds + " has changed since, at byte " + mismatch);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot compare " + thresholds + " with the copy in " + output, e);
        }
    }

    /** The units measured so far, in their order. */
    static List<UnitRun> units(DuelPlan duel) {
        return new UnitsFile(duel.plan().output()).read(duel.cells());
    }

    private static Map<String, String> comparable(RunRecord record) {
        Map<String, String> asked = new TreeMap<>(record.asked());
        asked.keySet().removeAll(MAY_DIFFER);
        return asked;
    }
}
