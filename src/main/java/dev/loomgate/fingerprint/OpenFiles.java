package dev.loomgate.fingerprint;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * Refuses a run that would end for want of file descriptors. A JVM that can't open a class file says
 * NoClassDefFoundError and not why, so this is asked before anything is started.
 */
public final class OpenFiles {
    /** The harness holds about 250 with all its jars, the generator two per request under way. */
    private static final long LEAST = 1024;

    private OpenFiles() {}

    /** Java raises its own soft limit to the hard one: what it says is what a run can have. */
    public static void require() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            tooFew(unix.getMaxFileDescriptorCount()).ifPresent(reason -> {
                throw new IllegalStateException(reason);
            });
        }
    }

    static Optional<String> tooFew(long limit) {
        return limit >= LEAST
                ? Optional.empty()
                : Optional.of("a process may have " + limit + " open files here, and a run needs at least " + LEAST
                        + "; raise the hard limit (ulimit -Hn " + LEAST + ", or LimitNOFILE of the service)");
    }
}
