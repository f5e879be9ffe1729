package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Looks for a container engine that has, or gets, an image for every runtime. */
record EngineSearch(List<EngineAddress> candidates, Consumer<String> progress) {
    private static final Duration LIBRARY_LIMIT = Duration.ofSeconds(30);

    /** What came of it. */
    sealed interface Outcome {}

    record Found(ContainerEngine engine) implements Outcome {}

    record Missing(String why) implements Outcome {}

    Outcome engineWith(Map<JvmRuntime, String> images, Duration patience) {
        List<String> silent = new ArrayList<>();
        for (EngineAddress address : candidates) {
            Optional<String> silence = address.silence();
            if (silence.isEmpty()) {
                return withImages(address, images, patience);
            }
            silent.add(silence.get());
        }
        return new Missing("no container engine (" + String.join("; ", silent) + ")");
    }

    private Outcome withImages(EngineAddress address, Map<JvmRuntime, String> images, Duration patience) {
        try {
            ContainerEngine engine = TimeLimit.within(LIBRARY_LIMIT, () -> ContainerEngine.connect(address));
            ContainerSweep.run(engine.client(), progress);
            return fetched(engine, images, patience);
        } catch (TimeoutException e) {
            return new Missing("an engine answers at " + address + ", but Testcontainers was not ready within "
                    + LIBRARY_LIMIT.toSeconds() + " s. Without access to public images set the environment variables"
                    + " TESTCONTAINERS_RYUK_DISABLED=true and TESTCONTAINERS_HOST_OVERRIDE=localhost; the containers"
                    + " of this build end by themselves");
        } catch (ExecutionException e) {
            return new Missing("an engine answers at " + address + ", but Testcontainers cannot use it: "
                    + ContainerEngine.firstLine(
                            Optional.ofNullable(e.getCause()).orElse(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Missing("interrupted");
        }
    }

    private Outcome fetched(ContainerEngine engine, Map<JvmRuntime, String> images, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Map.Entry<JvmRuntime, String> image : images.entrySet()) {
            if (image.getValue().isEmpty()) {
                return new Missing(
                        "no image is named for Java " + image.getKey().java());
            }
            if (engine.imageId(image.getValue()).isEmpty()) {
                progress.accept("pulling image " + image.getValue());
            }
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            Optional<String> missing = engine.fetch(image.getValue(), left);
            if (missing.isPresent()) {
                return new Missing(missing.get());
            }
        }
        return new Found(engine);
    }
}
