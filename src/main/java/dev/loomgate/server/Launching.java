package dev.loomgate.server;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The launcher of a run.
 *
 * @param reason why this one, in words for the user
 * @param describe facts for the environment table: engine, images, Java builds, placement
 */
public record Launching(ServerLauncher launcher, String reason, Map<String, String> describe) {
    public Launching {
        describe = Collections.unmodifiableMap(new LinkedHashMap<>(describe));
    }

    /** {@code process (no container engine answers)}. */
    public String inWords() {
        return launcher.name() + " (" + reason + ")";
    }
}
