package dev.loomgate.backing;

import dev.loomgate.plan.BackendDependency;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A harness that starts a downstream service and a database, says which processes these are, and is then killed by a
 * test.
 */
final class KilledBacking {
    private KilledBacking() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        LauncherChoice choice = LauncherChoice.valueOf(arguments[1]);
        BackendDependency[] behind = choice == LauncherChoice.PROCESS
                ? new BackendDependency[] {new BackendDependency.Downstream(), SmallPlans.delayed(0)}
                : new BackendDependency[] {SmallPlans.delayed(0)};
        BackingServices backing = BackingServices.start(
                SmallPlans.plan(folder, behind),
                SmallPlans.launcher(choice, folder),
                Placement.ofMachine(),
                SmallPlans.java(),
                line -> {});
        backing.pids().forEach(pid -> System.out.println("SERVICE " + pid));
        System.out.println("READY");
        int end = System.in.read();
        System.exit(end);
    }
}
