package dev.loomgate.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One open-model phase: sends each request at the nanosecond the schedule names. Gatling delivers users in slots of
 * whole milliseconds; they arrive here a little early ({@link #LEAD_NANOS}) and are held until their request is due, so
 * that Gatling's slots are not seen in any number. A user that Gatling delivers too late is sent at once, and the delay
 * is the generator's lateness. A request starts as much earlier as {@link SendLeadEstimator} says, so that its bytes
 * leave when due.
 */
final class OpenPhase implements PhaseOfLoad {
    /** A request waits for a free connection no longer than for an answer. */
    private static final Duration PATIENCE = GeneratorProcess.REQUEST_TIMEOUT;

    private final int number;
    private final long firstUserId;
    private final LoadOrder order;
    private final RequestSource source;
    private final long sentBefore;
    private final Arrivals.Open arrivals;
    private final Gate gate = new Gate();
    private final Queue<HeldUser> waitingForConnection = new ArrayDeque<>();
    private final SendLeadEstimator sendLead;
    private final PhaseUsers users;
    private final Runnable atGate;
    private final Runnable atEnd;
    private volatile boolean skipped;
    private volatile @Nullable IterationRecorder recorder;
    private int inFlight;

    /**
     * @param number of the phase, from 1
     * @param firstUserId Gatling's id of the phase's first user: ids are given in the order of the schedule
     * @param arrivals at most; users that a lower rate does not need leave at once
     * @param atGate called once, when the first user has arrived
     * @param atEnd called once, when the last answer has arrived
     */
    OpenPhase(
            int number,
            long firstUserId,
            LoadOrder order,
            RequestSource source,
            Arrivals.Open arrivals,
            SendLeadEstimator sendLead,
            PhaseUsers users,
            Runnable atGate,
            Runnable atEnd) {
        this.number = number;
        this.firstUserId = firstUserId;
        this.order = order;
        this.source = source;
        this.sentBefore = order.requestsBefore(number);
        this.arrivals = arrivals;
        this.sendLead = sendLead;
        this.users = users;
        this.atGate = atGate;
        this.atEnd = atEnd;
    }

    @Override
    public boolean skipped() {
        return skipped;
    }

    @Override
    public void go(int requestsPerSecond, ArrivalSpacing spacing) {
        if (requestsPerSecond > arrivals.requestsPerSecond()) {
            throw new IllegalArgumentException(requestsPerSecond + " req/s are more than the "
                    + arrivals.requestsPerSecond() + " that were ordered");
        }
        IterationRecorder fresh = new IterationRecorder(
                requestsPerSecond == LoadRun.AS_ORDERED ? arrivals : new Arrivals.Open(requestsPerSecond),
                order.length(),
                spacing);
        fresh.startAt(System.nanoTime() + LEAD_NANOS);
        recorder = fresh;
        gate.open();
    }

    int requestsPerSecond() {
        return recorder().perSecond();
    }

    private IterationRecorder recorder() {
        return Objects.requireNonNull(recorder, "the phase has not begun");
    }

    @Override
    public void skip() {
        skipped = true;
        gate.open();
    }

    /** Holds a user until its request is due. */
    @Override
    public void hold(HeldUser user) {
        if (gate.arrive(() -> schedule(user))) {
            atGate.run();
        }
    }

    /** A user of the open model has one request. */
    @Override
    public boolean goesOn(long userId) {
        return !recorder().wasSent(place(userId));
    }

    @Override
    public List<IterationLoad> summaries(String name, GeneratorCost cost, List<String> hlogs) {
        PhaseSummary summary = new PhaseSummary(name, recorder(), order.length(), order.dropped(), order.turn(), cost);
        return IntStream.range(0, order.servers())
                .mapToObj(server -> load(summary, placesOf(server), hlogs.get(server)))
                .toList();
    }

    /** Of all requests to a server, and of each kind that has a name. */
    private IterationLoad load(PhaseSummary summary, int[] places, String hlog) {
        Map<String, IterationLoad> parts = new LinkedHashMap<>();
        for (int i = 0; source.named() && i < source.kinds(); i++) {
            int kind = i;
            int[] own = IntStream.of(places)
                    .filter(place -> source.kindOf(number(place)) == kind)
                    .toArray();
            parts.put(source.name(kind), summary.of(own, hlog));
        }
        return summary.of(places, hlog).with(parts);
    }

    @Override
    public void writeLogs(List<Path> files) {
        for (int server = 0; server < order.servers(); server++) {
            IntervalLog.write(files.get(server), recorder(), placesOf(server));
        }
    }

    private int[] placesOf(int server) {
        return IntStream.range(0, recorder().planned())
                .filter(place -> order.serverOf(number, place) == server)
                .toArray();
    }

    private void schedule(HeldUser user) {
        if (skipped) {
            user.later(user::proceed);
            return;
        }
        if (place(user) >= recorder().planned()) {
            user.later(() -> users.leave(user));
            return;
        }
        long start = recorder().dueNanos(place(user)) - sendLead.earlierNanos();
        long wait = start - System.nanoTime();
        if (wait > 0) {
            var unused = user.session().eventLoop().schedule(() -> sendEarly(user, start), wait, TimeUnit.NANOSECONDS);
        } else {
            user.later(() -> sendOrQueue(user));
        }
    }

    /** Only a request that went out in one go, on a free connection, says what the way out takes. */
    private void sendEarly(HeldUser user, long start) {
        sendOrQueue(user);
        if (recorder().wasWritten(place(user))) {
            sendLead.observe(start, System.nanoTime());
        }
    }

    private void sendOrQueue(HeldUser user) {
        recorder().ready(place(user), System.nanoTime());
        synchronized (waitingForConnection) {
            if (inFlight >= order.maxConnections()) {
                recorder().heldBack(place(user));
                waitingForConnection.add(user);
                return;
            }
            inFlight++;
        }
        send(user);
    }

    private void send(HeldUser user) {
        long begin = System.nanoTime();
        recorder().sent(place(user), begin);
        user.proceed();
        recorder().handedOver(place(user), System.nanoTime() - begin);
    }

    @Override
    public void writing(long userId) {
        recorder().writing(place(userId), System.nanoTime());
    }

    @Override
    public void answered(long userId, int status, int right) {
        recorder().answered(place(userId), status, right, System.nanoTime());
    }

    @Override
    public void matched(long userId, boolean bodyMatches, String body) {
        recorder().matched(place(userId), bodyMatches, body);
    }

    @Override
    public void ended(HeldUser user, String errorIfUnanswered) {
        boolean last = recorder().ended(place(user), System.nanoTime(), errorIfUnanswered);
        HeldUser next;
        synchronized (waitingForConnection) {
            next = waitingForConnection.poll();
            if (next == null) {
                inFlight--;
            }
        }
        if (next != null) {
            next.later(() -> sendOrGiveUp(next));
        }
        if (last) {
            atEnd.run();
        }
    }

    /**
     * Without an end to its patience, a phase at twice the server's capacity would take twice its length, and a long
     * one forever.
     */
    private void sendOrGiveUp(HeldUser user) {
        long due = recorder().dueNanos(place(user));
        if (System.nanoTime() - due <= PATIENCE.toNanos()) {
            send(user);
            return;
        }
        // There was no send; the wait for a connection counts as the whole time of service.
        recorder().sent(place(user), due);
        ended(user, "no free connection within " + PATIENCE.toSeconds() + " s");
        users.leave(user);
    }

    private int place(HeldUser user) {
        return place(user.session().userId());
    }

    @Override
    public int place(long userId) {
        return (int) (userId - firstUserId);
    }

    @Override
    public long number(long userId) {
        return number(place(userId));
    }

    private long number(int place) {
        return sentBefore + order.before(place);
    }
}
