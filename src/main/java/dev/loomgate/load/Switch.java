package dev.loomgate.load;

/** A property of the generator's JVM that is {@code on} or {@code off}, so that a benchmark can compare both. */
final class Switch {
    private Switch() {}

    static boolean isOn(String property) {
        String text = System.getProperty(property, "on");
        return switch (text) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("-D" + property + "=" + text + ": on or off is expected");
        };
    }
}
