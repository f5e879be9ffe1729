package dev.loomgate.backing;

import dev.loomgate.plan.Behind;
import dev.loomgate.plan.Plan;
import dev.loomgate.server.Placement;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Starts what the cells of a plan need, and ends it again when one of them can't be had. */
final class BackingStart {
    private final Plan plan;
    private final Placement placement;
    private final Path java;
    private final Consumer<String> progress;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private Optional<Database> database = Optional.empty();

    BackingStart(Plan plan, Placement placement, Path java, Consumer<String> progress) {
        this.plan = plan;
        this.placement = placement;
        this.java = java;
        this.progress = progress;
    }

    BackingServices all() {
        try {
            return BackingServices.of(downstream(), database(), proxy());
        } catch (RuntimeException | Error e) {
            undo.forEach(Runnable::run);
            throw e;
        }
    }

    private Optional<Downstream> downstream() {
        if (!needs(Behind.Downstream.class::isInstance)) {
            return Optional.empty();
        }
        Downstream started = Downstream.start(plan.servers(), java, placement, log("downstream.log"));
        undo.push(started::close);
        progress.accept("behind the servers: downstream service at " + started.address());
        return Optional.of(started);
    }

    private Optional<Database> database() {
        if (needs(Behind.Database.class::isInstance)) {
            Database started = EmbeddedPostgres.start(placement, log("postgresql.log"));
            undo.push(started::close);
            progress.accept("behind the servers: " + started.inWords() + ", port "
                    + started.address().port());
            database = Optional.of(started);
        }
        return database;
    }

    private Optional<DelayProxy> proxy() {
        if (!needs(Behind::proxied)) {
            return Optional.empty();
        }
        DatabaseAddress target = database.orElseThrow().address();
        DelayProxy started = NioDelayProxy.start(target.host(), target.port(), placement);
        undo.push(started::close);
        progress.accept("behind the servers: delay proxy before the database, port " + started.port());
        return Optional.of(started);
    }

    private boolean needs(Predicate<Behind> kind) {
        return plan.cells().stream().map(cell -> cell.workload().behind()).anyMatch(kind);
    }

    private Path log(String name) {
        return plan.output().resolve("logs").resolve(name);
    }
}
