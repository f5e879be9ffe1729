package dev.loomgate.truth;

/** How a request to {@code /truth} is answered. */
enum Outcome {
    OK("ok"),
    ERROR("error"),
    RESET("reset"),
    HALF("half");

    private static final Outcome[] ALL = values();

    private final String word;

    Outcome(String word) {
        this.word = word;
    }

    static Outcome of(int ordinal) {
        return ALL[ordinal];
    }

    String word() {
        return word;
    }
}
