package dev.loomgate.plan;

/**
 * One of the requests of a workload.
 *
 * @param name as in the file; empty where a workload has one request only
 * @param share of all requests of the workload: 0.67
 */
public record WeightedRequest(String name, double share, HttpRequest request) {
    public WeightedRequest {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the share of a request is above 0 and at most 100 %, was " + Requests.percent(share));
        }
        if (Math.abs(share * Requests.PARTS - Math.rint(share * Requests.PARTS)) > 1e-6) {
            throw new IllegalArgumentException("the share of a request has two decimals at most, as in 0.25 %");
        }
    }
}
