package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerStartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The servers of one boot, all up. Closing them stops all. */
final class Arms implements AutoCloseable {
    private final List<RunningArm> arms = new ArrayList<>();

    private Arms() {}

    /**
     * Boots all; when one does not start, the others are stopped.
     *
     * @param executor where each boots: all at once, or one after the other
     * @throws NotBooted naming the arm that is not there
     */
    static Arms boot(List<Supplier<RunningArm>> boots, Executor executor) {
        List<CompletableFuture<RunningArm>> all = boots.stream()
                .map(boot -> CompletableFuture.supplyAsync(boot, executor))
                .toList();
        Arms up = new Arms();
        List<CompletionException> failures = new ArrayList<>();
        int first = all.size();
        for (int arm = 0; arm < all.size(); arm++) {
            try {
                up.arms.add(all.get(arm).join());
            } catch (CompletionException e) {
                failures.add(e);
                first = Math.min(first, arm);
            }
        }
        if (!failures.isEmpty()) {
            up.close();
            throw notBooted(first, failures.getFirst());
        }
        return up;
    }

    /** What ends the run stays as it is. */
    private static RuntimeException notBooted(int arm, CompletionException why) {
        if (why.getCause() instanceof ServerStartException e) {
            return new NotBooted(arm, e.ofServer(), e);
        }
        if (why.getCause() instanceof SamplingException e) {
            return new NotBooted(arm, false, e);
        }
        if (why.getCause() instanceof Error e) {
            throw e;
        }
        return why.getCause() instanceof RuntimeException e ? e : why;
    }

    List<RunningArm> all() {
        return List.copyOf(arms);
    }

    /** How the first of them ended that has. */
    Optional<RunningServer.Death> death() {
        return arms.stream().flatMap(arm -> arm.server().death().stream()).findFirst();
    }

    /** The last one first. */
    @Override
    public void close() {
        arms.reversed().forEach(RunningArm::close);
    }

    /**
     * An arm did not start, which is a result of it, or could not be started or watched, which says nothing about it.
     */
    static final class NotBooted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int arm;
        private final boolean failed;

        NotBooted(int arm, boolean failed, RuntimeException cause) {
            super(cause.getMessage(), cause);
            this.arm = arm;
            this.failed = failed;
        }

        NotMeasured reason() {
            String story = String.valueOf(getMessage());
            return failed
                    ? new NotMeasured.Failed(arm, story)
                    : new NotMeasured.Invalid(arm, Invalidity.instrument(story));
        }
    }
}
