package dev.loomgate.truth;

/**
 * Which requests are answered wrongly: request n when floor(n x share) grows, so evenly spaced.
 *
 * <p>Where two kinds fall on one request, the lower in rank moves on to the next: every kind keeps its share.
 */
final class Outcomes {
    private static final long MILLION = 1_000_000;

    private final long errorsPerMillion;
    private final long resetsPerMillion;
    private final long halvesPerMillion;
    private long requests;
    private long errors;
    private long resets;
    private long halves;

    Outcomes(long errorsPerMillion, long resetsPerMillion, long halvesPerMillion) {
        this.errorsPerMillion = errorsPerMillion;
        this.resetsPerMillion = resetsPerMillion;
        this.halvesPerMillion = halvesPerMillion;
    }

    Outcome next() {
        requests++;
        if (requests * errorsPerMillion / MILLION > errors) {
            errors++;
            return Outcome.ERROR;
        }
        if (requests * resetsPerMillion / MILLION > resets) {
            resets++;
            return Outcome.RESET;
        }
        if (requests * halvesPerMillion / MILLION > halves) {
            halves++;
            return Outcome.HALF;
        }
        return Outcome.OK;
    }
}
