package dev.loomgate.load;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.joran.spi.JoranException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Learns why a request got no answer. Gatling tells only its own log: at level DEBUG it writes one line per
 * failed request, and nothing for good ones.
 */
final class FailureLog extends AppenderBase<ILoggingEvent> {
    private static final String GATLING_LOGGER = "io.gatling.http.engine.response";
    private static final Pattern LINE = Pattern.compile("Request '.*' failed for user (\\d+): (.*)", Pattern.DOTALL);

    private final Map<Long, String> reasons = new ConcurrentHashMap<>();

    /** Hooks into Logback afresh: Gatling stops all logging when a run ends, which leaves every logger at DEBUG. */
    void attach() {
        reasons.clear();
        LoggerContext context = revive();
        setContext(context);
        start();
        ch.qos.logback.classic.Logger logger = context.getLogger(GATLING_LOGGER);
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logger.addAppender(this);
        context.start();
    }

    /** As it is configured. */
    static LoggerContext revive() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        if (!context.isStarted()) {
            configure(context);
            context.start();
        }
        return context;
    }

    private static void configure(LoggerContext context) {
        try {
            new ContextInitializer(context).autoConfig();
        } catch (JoranException e) {
            throw new IllegalStateException("cannot set up the generator's log", e);
        }
    }

    @Override
    protected void append(ILoggingEvent event) {
        Matcher line = LINE.matcher(event.getFormattedMessage());
        if (line.matches()) {
            reasons.put(Long.parseLong(line.group(1)), line.group(2));
        }
    }

    /** The reason for this user, forgotten once told. */
    String take(long userId) {
        String reason = reasons.remove(userId);
        return reason == null ? "no answer" : withoutAddresses(reason);
    }

    /** Ports and addresses would make every error a kind of its own. */
    static String withoutAddresses(String reason) {
        return reason.replaceAll("[/\\w.-]*[/:]?\\d+\\.\\d+\\.\\d+\\.\\d+:\\d+", "the server")
                .strip();
    }
}
