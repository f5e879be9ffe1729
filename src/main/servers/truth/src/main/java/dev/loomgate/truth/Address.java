package dev.loomgate.truth;

import java.util.Map;

/** Where the server listens. */
record Address(String host, int port, int acceptQueue) {
    static Address of(Map<String, String> properties) {
        return new Address(
                properties.getOrDefault("loomgate.host", "127.0.0.1"),
                number(properties, "loomgate.port", 8080, 0, 65_535),
                number(properties, "loomgate.accept-queue", 16_384, 1, 1 << 20));
    }

    private static int number(Map<String, String> properties, String name, int usual, int least, int most) {
        String value = properties.getOrDefault(name, Integer.toString(usual));
        int number = value.matches("\\d{1,9}") ? Integer.parseInt(value) : -1;
        if (number < least || number > most) {
            throw new IllegalArgumentException("-D" + name + "=" + value
                    + " makes no sense: expected a whole number from " + least + " to " + most);
        }
        return number;
    }
}
