package dev.loomgate.server;

import dev.loomgate.plan.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Chooses. */
public final class Launchers {
    private Launchers() {}

    public static Launching choose(
            Plan plan, Placement placement, Map<String, String> env, Path home, Consumer<String> progress) {
        JdkFinder jdks = new JdkFinder(plan.jdkHomes(), env, home);
        return new Launching(
                new ForkedJvmLauncher(
                        plan.servers(), plan.output().resolve("logs"), placement, jdks, Duration.ofSeconds(60)),
                "temporary");
    }
}
