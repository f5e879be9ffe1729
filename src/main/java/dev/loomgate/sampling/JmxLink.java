package dev.loomgate.sampling;

import dev.loomgate.server.JmxAddress;
import java.io.IOException;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server's JMX agent on which every call ends within a bound. RMI itself would wait forever for a
 * server that is stopped (SIGSTOP), and has no bound per connection: so calls run on a thread of their own, which is
 * left behind when the bound is reached.
 */
final class JmxLink implements AutoCloseable {
    /**
     * The client asks for a sign of life every minute by default. The server drops clients that are silent for two
     * minutes; asking just before that is the least disturbance of a window which does not end in a new connection.
     */
    private static final long SIGN_OF_LIFE_MILLIS = 100_000;

    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);

    private final JmxAddress address;
    private final Duration bound;
    private ExecutorService worker = newWorker();
    private @Nullable JMXConnector connector;
    private @Nullable String broken;
    private final Optional<String> absent;

    /** @param absent why there is no JVM to ask: every question fails with it; empty where there is one */
    JmxLink(JmxAddress address, Duration bound, Optional<String> absent) {
        this.address = address;
        this.bound = bound;
        this.absent = absent;
    }

    /** Why there is no JVM to ask; empty where there is one. */
    Optional<String> absent() {
        return absent;
    }

    /** A question to the server. */
    interface Question<T> {
        T ask(MBeanServerConnection server) throws IOException, JMException;
    }

    /** Connects anew if there is no connection that works. */
    void connect() {
        if (absent.isPresent() || (connector != null && broken == null)) {
            return;
        }
        abandon();
        connector = await(this::open, bound);
        broken = null;
    }

    <T> T ask(Question<T> question) {
        return ask(question, bound);
    }

    /**
     * @throws JmxFailure when the answer is an error or did not come in time; after a time-out or a lost connection
     *     every further question fails at once, until {@link #connect()}
     */
    <T> T ask(Question<T> question, Duration within) {
        if (absent.isPresent()) {
            throw new JmxFailure(absent.get());
        }
        JMXConnector open = connector;
        if (broken != null || open == null) {
            throw new JmxFailure(broken != null ? broken : "there is no JMX connection");
        }
        return await(() -> question.ask(open.getMBeanServerConnection()), within);
    }

    /** Why questions fail at once now; empty while the connection works. An error as an answer is no trouble. */
    Optional<String> trouble() {
        if (absent.isPresent()) {
            return Optional.empty();
        }
        return connector == null && broken == null
                ? Optional.of("there is no JMX connection")
                : Optional.ofNullable(broken);
    }

    private <T> T await(Callable<T> step, Duration within) {
        Future<T> answer = worker.submit(step);
        try {
            return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw breaks("JMX at " + address + " did not answer within " + within.toMillis() + " ms", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            answer.cancel(true);
            throw breaks("the question to JMX at " + address + " was interrupted", interrupted);
        } catch (ExecutionException failed) {
            throw explain(failed.getCause() == null ? failed : failed.getCause());
        }
    }

    private JmxFailure explain(Throwable cause) {
        return switch (cause) {
            case JmxFailure failure -> failure;
            case SecurityException refused ->
                new JmxFailure("JMX at " + address + " refuses user or password: " + refused.getMessage(), refused);
            case IOException lost -> breaks("JMX at " + address + " does not answer: " + root(lost), lost);
            default -> new JmxFailure("JMX at " + address + " answers with an error: " + cause, cause);
        };
    }

    /** RMI and JNDI wrap what happened several times, each repeating the others' messages. */
    private static String root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    private JmxFailure breaks(String reason, Throwable cause) {
        broken = reason;
        return new JmxFailure(reason, cause);
    }

    @SuppressWarnings("BanJNDI") // the way JMX over RMI is reached; the name is built from our own launcher's address
    private JMXConnector open() throws IOException {
        return JMXConnectorFactory.connect(
                url(),
                Map.of(
                        JMXConnector.CREDENTIALS,
                        new String[] {address.user(), address.password()},
                        "jmx.remote.x.client.connection.check.period",
                        SIGN_OF_LIFE_MILLIS));
    }

    private JMXServiceURL url() throws MalformedURLException {
        String host = address.host().contains(":") ? "[" + address.host() + "]" : address.host();
        return new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + host + ":" + address.port() + "/jmxrmi");
    }

    /** Closing says goodbye to the server, which may hang like any other call; the worker may hang in one already. */
    private void abandon() {
        JMXConnector old = connector;
        connector = null;
        if (broken != null) {
            worker.shutdownNow();
            worker = newWorker();
        }
        if (old != null) {
            try {
                await(() -> closed(old), CLOSE_BOUND);
            } catch (JmxFailure gone) {
                worker.shutdownNow();
                worker = newWorker();
            }
        }
    }

    private static boolean closed(JMXConnector connector) throws IOException {
        connector.close();
        return true;
    }

    @Override
    public void close() {
        abandon();
        broken = "the sampler is closed";
        worker.shutdownNow();
    }

    private static ExecutorService newWorker() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("loomgate-jmx").factory());
    }
}
