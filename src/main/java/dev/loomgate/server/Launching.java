package dev.loomgate.server;

import java.util.Map;

/** The launcher that was chosen, and why. */
public record Launching(ServerLauncher launcher, String reason) {
    public Map<String, String> describe() {
        return Map.of();
    }
}
