package dev.loomgate.truth;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerStart;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** The truth server: does what its script says and writes down what it did. */
public final class TruthServer {
    private static final int EXIT_CODE_OF_WRONG_SETTINGS = 2;

    private TruthServer() {}

    public static void main(String[] args) {
        try {
            start(properties());
        } catch (IllegalArgumentException wrong) {
            System.err.println("The server does not start: " + wrong.getMessage());
            System.exit(EXIT_CODE_OF_WRONG_SETTINGS);
        } catch (IOException failed) {
            System.err.println("The server does not start: " + failed);
            System.exit(1);
        }
    }

    private static void start(Map<String, String> properties) throws IOException {
        refuseFaults(properties);
        Address address = Address.of(properties);
        Script script = ScriptParser.parse(properties);
        TruthLog log = new TruthLog(script.log().isPresent());
        Faults faults = ServerStart.begin(writerOf(script, log));
        Phases phases = new Phases(script);
        Gate gate = new Gate(phases);
        Waiter waiter = new Waiter(new Replies(gate, phases, log), gate, script);
        Replies replies = new Replies(gate, phases, log);
        Facts facts = new Facts(script, faults, address.acceptQueue());
        Requests requests =
                new Requests(script, phases, log, waiter, replies, new Burner(script.burnNanos(), gate), facts);
        Loop loop = new Loop(gate, requests, replies);
        park(script.threads());
        Acceptor acceptor = new Acceptor(
                new InetSocketAddress(address.host(), address.port()),
                address.acceptQueue(),
                gate,
                waiter,
                loop,
                script.acceptDelayNanos());
        waiter.start(loop);
        loop.start();
        acceptor.start();
    }

    /** Writes the log when the server is told to end; the lifeline halts without any hook, hence both. */
    private static Runnable writerOf(Script script, TruthLog log) throws IOException {
        if (script.log().isEmpty()) {
            return () -> {};
        }
        TruthLogFile file = new TruthLogFile(script.log().get(), script, log);
        file.removeOld();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(file::write));
        return file::write;
    }

    private static void refuseFaults(Map<String, String> properties) {
        for (String name : properties.keySet()) {
            if (name.startsWith("loomgate.fault.")) {
                throw new IllegalArgumentException("-D" + name
                        + " has no effect here: this server's faults stand in its script, -D" + Entry.PREFIX + "*");
            }
        }
    }

    private static void park(int threads) {
        for (int number = 1; number <= threads; number++) {
            Thread.ofPlatform().daemon().name("truth-parked-" + number).start(() -> {
                while (true) {
                    LockSupport.park();
                }
            });
        }
    }

    private static Map<String, String> properties() {
        return System.getProperties().stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> System.getProperty(name, "")));
    }
}
