package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;

final class ContainerLauncher implements ServerLauncher {
    @Override
    public String name() {
        return "container";
    }

    @Override
    public RunningServer launch(Variant variant, JvmRuntime runtime) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String javaVersion(JvmRuntime runtime) {
        throw new UnsupportedOperationException();
    }
}
