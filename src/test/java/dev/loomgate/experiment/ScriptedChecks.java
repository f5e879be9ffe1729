package dev.loomgate.experiment;

import dev.loomgate.metric.Invalidity;
import dev.loomgate.plan.Cell;
import dev.loomgate.server.RunningServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** All is as it should be, until a test says otherwise. */
final class ScriptedChecks implements Checks {
    private final ScriptedWorld world;
    List<Invalidity> wrongBefore = List.of();
    Optional<String> wrongAnswer = Optional.empty();
    List<String> changedAfterwards = List.of();
    List<String> troubles = List.of();
    boolean recovers = true;

    /** What comes of further logins, in their order. */
    final Deque<LogIn> logins = new ArrayDeque<>();

    ScriptedChecks(ScriptedWorld world) {
        this.world = world;
    }

    @Override
    public Preflight before(Cell cell, RunningServer server) {
        world.happens("check " + ((ScriptedServer) server).name);
        return new Preflight(new Background(Optional.empty(), List.of()), "", wrongBefore, wrongAnswer);
    }

    @Override
    public EffectiveAudit.Outcome after(RunningServer server) {
        world.happens("audit " + ((ScriptedServer) server).name);
        return new EffectiveAudit.Outcome(changedAfterwards, List.of());
    }

    @Override
    public Optional<Duration> recovery(RunningServer server, Cell cell, String token) {
        world.happens("recover " + ((ScriptedServer) server).name);
        return recovers && server.death().isEmpty() ? Optional.of(Duration.ofMillis(10)) : Optional.empty();
    }

    @Override
    public LogIn logIn(RunningServer server, Cell cell) {
        world.happens("log in " + ((ScriptedServer) server).name);
        return logins.isEmpty() ? new LogIn("", Optional.empty()) : logins.removeFirst();
    }

    @Override
    public List<String> troubles() {
        return troubles;
    }
}
