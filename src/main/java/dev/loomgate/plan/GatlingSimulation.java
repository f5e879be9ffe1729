package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Gatling simulation of the user's: what its users do, how many there are and when they come is its own.
 *
 * @param className of the simulation
 * @param sources folder with Java sources of it, which are compiled when a run starts; null where it is compiled
 *     already
 * @param classPath folders and jars with classes that are compiled already
 * @param atMost how long one run of it may last
 */
public record GatlingSimulation(String className, @Nullable Path sources, List<Path> classPath, Duration atMost)
        implements Clients {
    public GatlingSimulation {
        classPath = List.copyOf(classPath);
    }

    @Override
    public String inWords() {
        return "simulation " + className;
    }

    /** They are not known before it has run. */
    @Override
    public boolean mayAsk(String request) {
        return true;
    }
}
