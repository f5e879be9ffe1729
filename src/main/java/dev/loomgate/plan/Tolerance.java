package dev.loomgate.plan;

/**
 * How much worse a metric may get, as shares of the baseline. Of failed and wrong answers: as shares of all requests,
 * where 0.005 is half a percentage point.
 *
 * @param tolerate a change up to this is no regression: 0.005 is 0.5 %
 * @param caught a regression of this size must not be passed over; the larger of the two
 */
public record Tolerance(double tolerate, double caught) {
    public Tolerance {
        if (!(tolerate >= 0 && caught > tolerate)) {
            throw new IllegalArgumentException("0 <= tolerate < catch is needed"
                    + Quoted.was("tolerate " + Quoted.percent(tolerate) + ", catch " + Quoted.percent(caught)));
        }
    }
}
