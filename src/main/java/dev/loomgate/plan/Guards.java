package dev.loomgate.plan;

import java.time.Duration;

/**
 * When an iteration is INVALID (design 6).
 *
 * @param rateShare achieved starts may differ from planned by this share
 * @param latenessFloor lateness of the generator that is always tolerated, at p99
 * @param latenessShare lateness at p99 that is tolerated as a share of the measured p50
 * @param generatorCpu highest CPU use of the generator, as a share of one CPU per event loop
 * @param remeasure how often an invalid iteration is measured again
 */
public record Guards(
        double rateShare, Duration latenessFloor, double latenessShare, double generatorCpu, int remeasure) {
    public Guards {
        if (!(rateShare > 0 && rateShare < 1)
                || !(latenessShare >= 0 && latenessShare < 1)
                || !(generatorCpu > 0 && generatorCpu <= 1)) {
            throw new IllegalArgumentException("guards are shares between 0 and 100 %");
        }
        if (latenessFloor.isNegative() || remeasure < 0) {
            throw new IllegalArgumentException("guards are not negative");
        }
    }
}
