package dev.loomgate.truth;

/** A place in a value of the script that makes no sense. */
final class NotUnderstood extends Exception {
    private final int from;
    private final int to;

    /**
     * @param from first character that is wrong, counted from 0
     * @param to the one after the last
     */
    NotUnderstood(int from, int to, String why) {
        super(why);
        this.from = from;
        this.to = to;
    }

    /** The property as it was given, carets below the wrong place, and why it is wrong. */
    String below(String property) {
        return property + "\n" + " ".repeat(property.lastIndexOf('=') + 1 + from) + "^".repeat(Math.max(1, to - from)) + "\n";
    }
}
