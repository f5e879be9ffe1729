package dev.loomgate.faults;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * The gate as Maven's test JVM runs it, without Maven: the named test classes, one line for each failure, and an exit
 * code.
 *
 * <p>It starts 10 s sooner than the build, and a fault can be aimed at it alone.
 */
final class GateMain {
    /** Stands before the message of each test that failed. */
    static final String RED = "RED ";

    private GateMain() {}

    public static void main(String[] classes) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(classes).map(name -> selectClass(name)).toList())
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary);
        summary.getSummary()
                .getFailures()
                .forEach(failure -> System.out.println(
                        RED + String.valueOf(failure.getException()).replace('\n', ' ')));
        boolean green = summary.getSummary().getTotalFailureCount() == 0
                && summary.getSummary().getTestsSucceededCount() > 0;
        System.exit(green ? 0 : 1);
    }
}
