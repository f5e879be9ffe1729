package dev.loomgate.workloads;

import java.util.Map;

/**
 * Where a server listens, and how many connections may wait there to be accepted.
 *
 * @param port 0 for any that is free
 */
public record ServerAddress(String host, int port, int acceptQueue) {
    /**
     * Takes {@code loomgate.host}, {@code loomgate.port} and {@code loomgate.accept-queue}.
     *
     * @throws IllegalArgumentException naming property, value and what would be understood
     */
    public static ServerAddress of(Map<String, String> properties, int usualPort) {
        return new ServerAddress(
                properties.getOrDefault("loomgate.host", "127.0.0.1"),
                Setting.wholeNumber(properties, "loomgate.port", usualPort, 0, 65_535),
                Setting.wholeNumber(properties, "loomgate.accept-queue", 16_384, 1, 1 << 20));
    }
}
