package dev.loomgate.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A unit of measurement: its symbol as written in {@code thresholds.yml}, its dimension, and its size in the
 * dimension's base unit.
 */
public enum Unit {
    NANOSECONDS("ns", Dimension.TIME, 1e-9),
    MICROSECONDS("us", Dimension.TIME, 1e-6),
    MILLISECONDS("ms", Dimension.TIME, 1e-3),
    SECONDS("s", Dimension.TIME, 1),
    MINUTES("min", Dimension.TIME, 60),
    MICROSECONDS_PER_REQUEST("us/req", Dimension.TIME_PER_REQUEST, 1e-6),
    MILLISECONDS_PER_REQUEST("ms/req", Dimension.TIME_PER_REQUEST, 1e-3),
    BYTES_PER_REQUEST("B/req", Dimension.BYTES_PER_REQUEST, 1),
    KIBIBYTES_PER_REQUEST("KiB/req", Dimension.BYTES_PER_REQUEST, 1024),
    MEBIBYTES_PER_REQUEST("MiB/req", Dimension.BYTES_PER_REQUEST, 1024 * 1024),
    KIBIBYTES("KiB", Dimension.BYTES, 1024),
    MEBIBYTES("MiB", Dimension.BYTES, 1024 * 1024),
    GIBIBYTES("GiB", Dimension.BYTES, 1024 * 1024 * 1024),
    REQUESTS_PER_SECOND("req/s", Dimension.RATE, 1),
    PERCENT("%", Dimension.SHARE, 0.01),
    CPUS("CPU", Dimension.CPUS, 1),
    THREADS("threads", Dimension.THREADS, 1),
    COLLECTIONS("collections", Dimension.COLLECTIONS, 1),
    FRAMES("frames", Dimension.FRAMES, 1);

    /** What a unit measures; units of one dimension convert into each other. */
    public enum Dimension {
        TIME,
        TIME_PER_REQUEST,
        BYTES,
        BYTES_PER_REQUEST,
        RATE,
        SHARE,
        CPUS,
        THREADS,
        COLLECTIONS,
        FRAMES
    }

    private final String symbol;
    private final Dimension dimension;
    private final double inBaseUnits;

    Unit(String symbol, Dimension dimension, double inBaseUnits) {
        this.symbol = symbol;
        this.dimension = dimension;
        this.inBaseUnits = inBaseUnits;
    }

    public String symbol() {
        return symbol;
    }

    public Dimension dimension() {
        return dimension;
    }

    /** The value of {@code amount} of this unit, expressed in {@code target}. */
    public double convert(double amount, Unit target) {
        if (dimension != target.dimension) {
            throw new IllegalArgumentException(symbol + " does not convert to " + target.symbol);
        }
        return this == target ? amount : amount * inBaseUnits / target.inBaseUnits;
    }

    public static Optional<Unit> ofSymbol(String symbol) {
        String plain = symbol.replace('µ', 'u').replace('μ', 'u');
        return Arrays.stream(values()).filter(unit -> unit.symbol.equals(plain)).findFirst();
    }

    /** The symbols that are allowed where a value of {@code dimension} is expected. */
    public static List<String> symbols(Dimension dimension) {
        return Arrays.stream(values())
                .filter(unit -> unit.dimension == dimension)
                .map(Unit::symbol)
                .toList();
    }

    @Override
    public String toString() {
        return symbol;
    }
}
