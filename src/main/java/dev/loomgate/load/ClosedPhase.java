package dev.loomgate.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One closed-model phase: every user sends its next request as soon as it has its answer, until the phase's time is
 * over. What it shows is how much a server can do, and not what somebody feels who comes at a time of his own: a slow
 * answer delays the requests behind it.
 *
 * <p>Servers that share it take turns: a turn begins when the last answer of the one before has come, so that only one
 * of them has something to do. Or all are asked at the same time, each by users of its own.
 */
final class ClosedPhase implements PhaseOfLoad {
    /** From the last answer of a turn to the first request of the next one: for all users to be told. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long firstUserId;
    private final int users;
    private final List<Turn> turns;
    private final List<ClosedRecorder> recorders;
    private final RequestSource source;

    /** Of the next request to each of the servers. */
    private final List<AtomicLong> nextNumbers;

    /** Of the request that each user sends. */
    private final long[] numbers;

    /** The turn that each user is in, or waits for. */
    private final int[] turnOf;

    /** The turn behind the last one of each user. */
    private final int[] endOf;

    /** Turns that the phase begins with: the first one, or all. */
    private final List<Turn> first;

    private final AtomicInteger gathered = new AtomicInteger();
    private final AtomicInteger unfinished;
    private final Runnable atGate;
    private final Runnable atEnd;
    private volatile boolean skipped;

    /**
     * @param server its place among those that share the phase
     * @param users that ask in it
     */
    private record Turn(int server, int users, Gate gate) {}

    /**
     * @param firstUserId Gatling's id of the phase's first user
     * @param servers whose turn it is, in order: places among those that share the phase
     * @param turnLength of each turn
     * @param together whether all turns are at the same time, each with its share of the users
     * @param numbers of the next request to each of the servers, which phase after phase counts on
     * @param atGate called once, when all users have arrived
     * @param atEnd called once, when the last answer has arrived
     */
    ClosedPhase(
            long firstUserId,
            Arrivals.Closed arrivals,
            List<Integer> servers,
            Duration turnLength,
            boolean together,
            RequestSource source,
            IntFunction<AtomicLong> numbers,
            Runnable atGate,
            Runnable atEnd) {
        this.firstUserId = firstUserId;
        this.users = arrivals.users();
        int usersOfATurn = together ? users / servers.size() : users;
        this.turns = servers.stream()
                .map(server -> new Turn(server, usersOfATurn, new Gate()))
                .toList();
        this.first = together ? turns : turns.subList(0, 1);
        int sharers = 1 + servers.stream().mapToInt(Integer::intValue).max().orElseThrow();
        this.source = source;
        this.recorders = Stream.generate(() -> new ClosedRecorder(users, turnLength, servers.size() > 1, source))
                .limit(sharers)
                .toList();
        this.nextNumbers = IntStream.range(0, sharers).mapToObj(numbers).toList();
        this.numbers = new long[users];
        this.turnOf = IntStream.range(0, users).map(user -> user % first.size()).toArray();
        this.endOf = IntStream.of(turnOf)
                .map(begins -> together ? begins + 1 : turns.size())
                .toArray();
        this.unfinished = new AtomicInteger(users);
        this.atGate = atGate;
        this.atEnd = atEnd;
    }

    @Override
    public void go(int requestsPerSecond, ArrivalSpacing spacing) {
        first.forEach(turn -> begin(turn, LEAD_NANOS));
    }

    private void begin(Turn turn, long lead) {
        recorder(turn).startTurn(System.nanoTime() + lead);
        turn.gate().open();
    }

    private ClosedRecorder recorder(Turn turn) {
        return recorders.get(turn.server());
    }

    private Turn turn(int user) {
        return turns.get(turnOf[user]);
    }

    @Override
    public void skip() {
        skipped = true;
        first.forEach(turn -> turn.gate().open());
    }

    @Override
    public boolean skipped() {
        return skipped;
    }

    @Override
    public void hold(HeldUser user) {
        int number = turnOf[user(user.session().userId())];
        Turn turn = turns.get(number);
        if (park(turn, user)) {
            if (number >= first.size()) {
                begin(turn, GAP_NANOS);
            } else if (gathered.incrementAndGet() == first.size()) {
                atGate.run();
            }
        }
    }

    /** True for the last user that was missing. */
    private boolean park(Turn turn, HeldUser user) {
        synchronized (turn.gate()) {
            turn.gate().arrive(() -> start(turn, user));
            return turn.gate().waiting() == turn.users();
        }
    }

    /** A user that comes from the gate starts with the others; one that comes from its answer starts now. */
    private void start(Turn turn, HeldUser user) {
        if (skipped) {
            user.later(user::proceed);
            return;
        }
        long wait = recorder(turn).originNanos() - System.nanoTime();
        if (wait > 0) {
            var unused = user.session().eventLoop().schedule(() -> send(turn, user), wait, TimeUnit.NANOSECONDS);
        } else if (user.session().eventLoop().inEventLoop()) {
            send(turn, user);
        } else {
            user.later(() -> send(turn, user));
        }
    }

    private void send(Turn turn, HeldUser user) {
        int place = user(user.session().userId());
        numbers[place] = nextNumbers.get(turn.server()).getAndIncrement();
        recorder(turn).turn(place, source.kindOf(numbers[place]), System.nanoTime());
        user.proceed();
    }

    @Override
    public boolean goesOn(long userId) {
        return turnOf[user(userId)] < endOf[user(userId)];
    }

    @Override
    public void writing(long userId) {
        recorder(turn(user(userId))).writing(user(userId), System.nanoTime());
    }

    @Override
    public void answered(long userId, int status, int right) {
        recorder(turn(user(userId))).answered(user(userId), status, right, System.nanoTime());
    }

    @Override
    public void matched(long userId, boolean bodyMatches, String body) {
        recorder(turn(user(userId))).matched(user(userId), bodyMatches, body);
    }

    @Override
    public void ended(HeldUser user, String errorIfUnanswered) {
        int place = user(user.session().userId());
        ClosedRecorder recorder = recorder(turn(place));
        long now = System.nanoTime();
        recorder.ended(place, now, errorIfUnanswered);
        if (recorder.isOver(now)) {
            turnOf[place]++;
            if (turnOf[place] == endOf[place] && unfinished.decrementAndGet() == 0) {
                atEnd.run();
            }
        }
    }

    @Override
    public List<IterationLoad> summaries(String name, GeneratorCost cost, List<String> hlogs) {
        return IntStream.range(0, recorders.size())
                .mapToObj(server -> recorders
                        .get(server)
                        .summary(name, cost.share(turnsOf(server), turns.size()), hlogs.get(server)))
                .toList();
    }

    private int turnsOf(int server) {
        return (int) turns.stream().filter(turn -> turn.server() == server).count();
    }

    @Override
    public void writeLogs(List<Path> files) {
        for (int server = 0; server < recorders.size(); server++) {
            recorders.get(server).writeLog(files.get(server));
        }
    }

    /** The turn: all requests of one go to the same server. */
    @Override
    public int place(long userId) {
        return turnOf[user(userId)];
    }

    @Override
    public long number(long userId) {
        return numbers[user(userId)];
    }

    private int user(long userId) {
        return (int) (userId - firstUserId);
    }
}
