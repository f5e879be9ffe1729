package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;

/** Starts servers under test. */
public sealed interface ServerLauncher permits ForkedJvmLauncher, ContainerLauncher {
    /**
     * {@code process} or {@code container}: stored with every result, results of different launchers are never
     * compared.
     */
    String name();

    /**
     * Starts the server and returns when its first request was answered well.
     *
     * @param environment what the server is told about the services behind it
     * @throws ServerStartException when it died or did not answer in time; nothing is left running
     */
    RunningServer launch(Variant variant, JvmRuntime runtime, ServerEnvironment environment);

    /** The same with nothing behind the server. */
    default RunningServer launch(Variant variant, JvmRuntime runtime) {
        return launch(variant, runtime, ServerEnvironment.NONE);
    }

    /**
     * Which Java this launcher would run: {@code 25.0.3+9-LTS}. Throws {@link ServerStartException} when it has none
     * for the runtime.
     */
    String javaVersion(JvmRuntime runtime);
}
