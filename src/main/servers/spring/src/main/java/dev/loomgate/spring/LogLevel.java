package dev.loomgate.spring;

import java.util.Locale;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/** How much the running server logs. */
public final class LogLevel {
    private LogLevel() {}

    /** Level of the root logger, for {@code /effective}: {@code warn}. */
    public static String ofRoot(LoggingSystem logging) {
        LoggerConfiguration root = logging.getLoggerConfiguration(LoggingSystem.ROOT_LOGGER_NAME);
        return root == null ? "unknown" : root.getEffectiveLevel().name().toLowerCase(Locale.ROOT);
    }
}
