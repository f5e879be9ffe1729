package dev.loomgate.plan;

/** The two sides of a comparison. */
public enum Side {
    /** What is in use today. */
    BASELINE("baseline", "A"),
    /** What is to take its place. */
    CANDIDATE("candidate", "B");

    /** Before a revision of a Git repository, in place of a runtime or a variant. */
    public static final String REVISION = "git:";

    private final String property;
    private final String letter;

    Side(String property, String letter) {
        this.property = property;
        this.letter = letter;
    }

    /** How it is called in {@code -Dloomgate.baseline} and in stored results. */
    public String property() {
        return property;
    }

    public Side other() {
        return this == BASELINE ? CANDIDATE : BASELINE;
    }

    /** {@code A} or {@code B}, for two arms that are the same. */
    String letter() {
        return letter;
    }
}
