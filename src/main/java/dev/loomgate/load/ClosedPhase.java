package dev.loomgate.load;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One closed-model phase: every user sends its next request as soon as it has its answer, until the phase's time is
 * over. What it shows is how much a server can do, and not what somebody feels who comes at a time of his own: a slow
 * answer delays the requests behind it.
 */
final class ClosedPhase implements PhaseOfLoad {
    private final long firstUserId;
    private final ClosedRecorder recorder;
    private final Gate gate = new Gate();
    private final boolean[] finished;
    private final AtomicInteger unfinished;
    private final Runnable atGate;
    private final Runnable atEnd;
    private volatile boolean skipped;

    /**
     * @param firstUserId Gatling's id of the phase's first user
     * @param atGate called once, when all users have arrived
     * @param atEnd called once, when the last answer has arrived
     */
    ClosedPhase(long firstUserId, LoadOrder order, Arrivals.Closed arrivals, Runnable atGate, Runnable atEnd) {
        this.firstUserId = firstUserId;
        this.recorder = new ClosedRecorder(arrivals.users(), order.length());
        this.finished = new boolean[arrivals.users()];
        this.unfinished = new AtomicInteger(arrivals.users());
        this.atGate = atGate;
        this.atEnd = atEnd;
    }

    @Override
    public void go(int requestsPerSecond, ArrivalSpacing pace) {
        recorder.startAt(System.nanoTime() + LEAD_NANOS);
        gate.open();
    }

    @Override
    public void skip() {
        skipped = true;
        gate.open();
    }

    @Override
    public boolean skipped() {
        return skipped;
    }

    @Override
    public void hold(HeldUser user) {
        if (park(user)) {
            atGate.run();
        }
    }

    /** True for the last user that was missing. */
    private boolean park(HeldUser user) {
        synchronized (gate) {
            gate.arrive(() -> start(user));
            return gate.waiting() == finished.length;
        }
    }

    /** A user that comes from the gate starts with the others; one that comes from its answer starts now. */
    private void start(HeldUser user) {
        if (skipped) {
            user.later(user::proceed);
            return;
        }
        long wait = recorder.originNanos() - System.nanoTime();
        if (wait > 0) {
            var unused = user.session().eventLoop().schedule(() -> send(user), wait, TimeUnit.NANOSECONDS);
        } else {
            send(user);
        }
    }

    private void send(HeldUser user) {
        long begin = System.nanoTime();
        recorder.turn(place(user.session().userId()), begin);
        user.proceed();
    }

    @Override
    public boolean goesOn(long userId) {
        return !finished[place(userId)];
    }

    @Override
    public void writing(long userId) {
        recorder.writing(place(userId), System.nanoTime());
    }

    @Override
    public void answered(long userId, int status) {
        recorder.answered(place(userId), status, System.nanoTime());
    }

    @Override
    public void matched(long userId, boolean bodyMatches, String body) {
        recorder.matched(place(userId), bodyMatches, body);
    }

    @Override
    public void ended(HeldUser user, String errorIfUnanswered) {
        int place = place(user.session().userId());
        long now = System.nanoTime();
        recorder.ended(place, now, errorIfUnanswered);
        if (recorder.isOver(now)) {
            finished[place] = true;
            if (unfinished.decrementAndGet() == 0) {
                atEnd.run();
            }
        }
    }

    @Override
    public List<IterationLoad> summaries(String name, GeneratorCost cost, List<String> hlogs) {
        return List.of(recorder.summary(name, cost, hlogs.getFirst()));
    }

    @Override
    public void writeLogs(List<Path> files) {
        recorder.writeLog(files.getFirst());
    }

    @Override
    public int place(long userId) {
        return (int) (userId - firstUserId);
    }
}
