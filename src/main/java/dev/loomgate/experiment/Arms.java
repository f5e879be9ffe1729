package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.sampling.SamplingException;
import dev.loomgate.server.RunningServer;
import dev.loomgate.server.ServerStartException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The servers of one boot, all up. Closing them stops all. */
final class Arms implements AutoCloseable {
    private final List<RunningArm> arms = new ArrayList<>();

    private Arms() {}

    /**
     * Boots one after the other; when one does not start, those before it are stopped.
     *
     * @throws NotBooted naming the arm that is not there
     */
    static Arms boot(List<Supplier<RunningArm>> boots) {
        Arms all = new Arms();
        try {
            for (Supplier<RunningArm> boot : boots) {
                all.arms.add(boot.get());
            }
            return all;
        } catch (ServerStartException e) {
            all.close();
            throw new NotBooted(all.arms.size(), e.ofServer(), e);
        } catch (SamplingException e) {
            all.close();
            throw new NotBooted(all.arms.size(), false, e);
        } catch (RuntimeException | Error e) {
            all.close();
            throw e;
        }
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

    /** An arm did not start, which is a result of it, or could not be started or watched, which says nothing about it. */
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
