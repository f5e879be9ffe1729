package dev.loomgate.plan;

/** Where servers run: {@code -Dloomgate.launcher}. */
public enum LauncherChoice {
    AUTO,
    CONTAINER,
    PROCESS
}
