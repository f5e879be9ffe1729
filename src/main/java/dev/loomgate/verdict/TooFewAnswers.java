package dev.loomgate.verdict;

/**
 * A percentile of so few answers that it says little of those beyond it: what got worse is found, and nothing is ruled
 * out.
 *
 * @param why as a clause
 */
record TooFewAnswers(Evidence seen, String why) implements Evidence {
    @Override
    public int units() {
        return seen.units();
    }

    @Override
    public double scaled(double share) {
        return seen.scaled(share);
    }

    @Override
    public double lower(int from, int to, double alpha) {
        return seen.lower(from, to, alpha);
    }

    @Override
    public double upper(int from, int to, double alpha) {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public boolean couldRuleOut(double change, int units, double alpha) {
        return false;
    }

    @Override
    public String whatWasSeen(double alpha) {
        return why;
    }
}
