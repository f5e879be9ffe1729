package dev.loomgate.workloads;

/** A request that can't be served as asked: answered with status 400 and this message as plain text. */
public final class BadParameter extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadParameter(String reason) {
        // An expected answer: its stack is never read.
        super(reason, null, false, false);
    }

    /** The reason, in words for the sender of the request. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    /** A whole number of a query parameter; {@code text} is null when the parameter is missing. */
    static int wholeNumber(String name, String text, int least, int most) {
        String expected = name + " is a whole number from " + least + " to " + most;
        if (text == null) {
            throw new BadParameter(expected + ", and is missing");
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw new BadParameter(expected);
        }
        int number = Integer.parseInt(text);
        if (number < least || number > most) {
            throw new BadParameter(expected + ", was " + number);
        }
        return number;
    }
}
