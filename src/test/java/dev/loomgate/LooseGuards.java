package dev.loomgate;

/** Guards of a thresholds file that a busy machine does not trip: what is tested is not the machine. */
final class LooseGuards {
    static final String YAML = """
            guards:
              rate: 10 %
              lateness: 1 s
              lateness-share: 5 %
              generator-cpu: 100 %
              steal: 100 %
              foreign-cpu: 100 %
              clock: 50 ms
              jit: 100 %
              sampler-gap: 10 s
              remeasure: 0
            """;

    private LooseGuards() {}
}
