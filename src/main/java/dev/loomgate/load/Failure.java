package dev.loomgate.load;

/** What went wrong in the generator, as its user reads it. */
final class Failure {
    private Failure() {}

    /**
     * With the message of the innermost cause, which names the file and the reason: {@code cannot write a.hlog (No
     * space left on device)}.
     */
    static String inWords(Throwable failure) {
        Throwable root = root(failure);
        String cause = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        String message = String.valueOf(failure.getMessage());
        return failure.getCause() == null
                ? failure.getClass().getSimpleName() + ": " + cause
                : message + " (" + cause + ")";
    }

    /** The innermost cause alone: {@code IllegalStateException: no file users.csv}. */
    static String rootInWords(Throwable failure) {
        Throwable root = root(failure);
        return root.getClass().getSimpleName() + (root.getMessage() == null ? "" : ": " + root.getMessage());
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
