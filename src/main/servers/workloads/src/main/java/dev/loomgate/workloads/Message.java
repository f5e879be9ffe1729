package dev.loomgate.workloads;

/** The one small object that {@code json} serialises (DEBS 3.1, the JSON test of TechEmpower). */
public record Message(String message) {
    /** A new one for every request: what is serialised is not allowed to be cached. */
    public static Message hello() {
        return new Message("Hello, World!");
    }
}
