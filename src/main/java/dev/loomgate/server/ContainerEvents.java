package dev.loomgate.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Listens to how a container ends: one that removes itself can't be asked afterwards. */
final class ContainerEvents extends ResultCallback.Adapter<Event> {
    private final CountDownLatch destroyed = new CountDownLatch(1);
    private volatile boolean outOfMemory;
    private volatile @Nullable Integer exitCode;

    static ContainerEvents of(DockerClient client, String id) {
        ContainerEvents events = new ContainerEvents();
        client.eventsCmd()
                .withContainerFilter(id)
                .withEventFilter("oom", "die", "destroy")
                .exec(events);
        return events;
    }

    @Override
    public void onNext(Event event) {
        switch (String.valueOf(event.getAction())) {
            case "oom" -> outOfMemory = true;
            case "die" -> exitCode = exitCodeOf(event);
            case "destroy" -> destroyed.countDown();
            default -> {}
        }
    }

    /** How it ended, once it has. */
    Optional<ExitReason> end() {
        Integer code = exitCode;
        if (code == null) {
            return Optional.empty();
        }
        return Optional.of(
                ExitReason.of(code).with(outOfMemory ? ", out of memory: the container's limit was reached" : ""));
    }

    boolean awaitDestroyed(int seconds) throws InterruptedException {
        return destroyed.await(seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int exitCodeOf(Event event) {
        Map<String, String> attributes =
                event.getActor() == null ? null : event.getActor().getAttributes();
        String code = attributes == null ? null : attributes.get("exitCode");
        return code == null ? -1 : Integer.parseInt(code);
    }
}
