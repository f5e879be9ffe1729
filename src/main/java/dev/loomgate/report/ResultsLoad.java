package dev.loomgate.report;

import dev.loomgate.experiment.CapacityResult;
import dev.loomgate.experiment.Iteration;
import dev.loomgate.plan.LoadProfile;
import dev.loomgate.plan.Ramp;
import dev.loomgate.plan.Search;
import dev.loomgate.report.ResultsDocument.LoadPart;
import dev.loomgate.report.ResultsDocument.StepPart;
import dev.loomgate.report.ResultsDocument.SustainedPart;
import org.jspecify.annotations.Nullable;

/** How requests arrived, and what became of it where the rate changed, for {@code results.json}. */
final class ResultsLoad {
    private ResultsLoad() {}

    static LoadPart of(LoadProfile load) {
        return switch (load) {
            case LoadProfile.Constant constant ->
                new LoadPart("constant", constant.id(), constant.requestsPerSecond(), null);
            case LoadProfile.Closed closed -> new LoadPart("closed", closed.id(), null, closed.users());
            case LoadProfile.Share share -> new LoadPart("share", share.id(), null, null);
            case Ramp ramp -> new LoadPart("ramp", ramp.id(), null, null);
            case Search search -> new LoadPart("search", search.id(), null, null);
        };
    }

    static @Nullable StepPart step(Iteration iteration) {
        return iteration
                .step()
                .map(step -> new StepPart(step.repetition(), step.requestsPerSecond(), step.held(), step.why()))
                .orElse(null);
    }

    static SustainedPart sustained(CapacityResult way) {
        return new SustainedPart(
                way.held(),
                way.failed().isPresent() ? Integer.valueOf(way.failed().getAsInt()) : null,
                way.end().name(),
                way.ending());
    }
}
