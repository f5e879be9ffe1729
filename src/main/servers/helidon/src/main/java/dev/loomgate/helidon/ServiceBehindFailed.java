package dev.loomgate.helidon;

/** A service behind this server did not answer as it should: answered with 5xx, and one line in the log. */
final class ServiceBehindFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServiceBehindFailed(String service, String reason) {
        // Under load there are very many of them, and where it happened is always the same place.
        super(service + ": " + reason.replaceAll("\\s*\\R\\s*", " "), null, false, false);
    }

    ServiceBehindFailed(String service, Throwable cause) {
        this(service, String.valueOf(root(cause)));
    }

    private static Throwable root(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
