package dev.loomgate.workloads;

/** What a request is answered with at once, as {@code text/plain}, instead of being worked on: a deliberate fault. */
public enum EarlyAnswer {
    ERROR(500, "error"),
    WRONG_BODY(200, "wrong");

    private final int status;
    private final String body;

    EarlyAnswer(int status, String body) {
        this.status = status;
        this.body = body;
    }

    public int status() {
        return status;
    }

    public String body() {
        return body;
    }
}
