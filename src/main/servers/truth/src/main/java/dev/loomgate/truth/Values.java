package dev.loomgate.truth;

/** What the entries of a script say, and the limits beyond which it makes no sense. */
final class Values {
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3_600 * SECOND;
    private static final int LARGEST_ARRAY = 1 << 30;
    private static final int ARRAY_HEADER = 16;

    private Values() {}

    static Delay delay(Words words) throws NotUnderstood {
        String kinds = "a distribution: constant, uniform, bimodal or pareto";
        return switch (words.word(kinds)) {
            case "constant" -> new Delay.Constant(time(words));
            case "uniform" -> uniform(words);
            case "bimodal" -> bimodal(words);
            case "pareto" -> pareto(words);
            default -> throw words.wrong("is not " + kinds);
        };
    }

    private static Delay uniform(Words words) throws NotUnderstood {
        long min = words.nanos();
        words.literal("..");
        long max = time(words);
        if (min > max) {
            throw words.wrong("is less than where the range begins");
        }
        return new Delay.Uniform(min, max);
    }

    private static Delay bimodal(Words words) throws NotUnderstood {
        long first = words.perMillion();
        long firstNanos = time(words);
        words.literal(",");
        long second = words.perMillion();
        if (first + second != 1_000_000) {
            throw words.wrong("and the share before make " + (first + second) / 10_000.0 + "%: expected 100%");
        }
        return new Delay.Bimodal(first, firstNanos, time(words));
    }

    private static Delay pareto(Words words) throws NotUnderstood {
        long min = time(words);
        words.literal("alpha");
        double alpha = words.number("a number above 0, such as 1.5");
        if (alpha <= 0) {
            throw words.wrong("is not a number above 0, such as 1.5");
        }
        words.literal("max");
        long max = time(words);
        if (min > max) {
            throw words.wrong("is less than the smallest delay");
        }
        return new Delay.Pareto(min, alpha, max);
    }

    static Script.Freeze freeze(Words words) throws NotUnderstood {
        long length = time(words);
        words.literal("at");
        long at = words.nanos();
        if (at > HOUR) {
            throw words.wrong("is more than an hour");
        }
        return new Script.Freeze(at, length);
    }

    static long time(Words words) throws NotUnderstood {
        long nanos = words.nanos();
        if (nanos < 1 || nanos > HOUR) {
            throw words.wrong("is not a time above 0 and up to an hour, such as 10ms");
        }
        return nanos;
    }

    static long burn(Words words) throws NotUnderstood {
        long nanos = words.nanos();
        if (nanos < 1 || nanos > 10 * SECOND) {
            throw words.wrong("is not a time above 0 and up to 10s, such as 1ms");
        }
        return nanos;
    }

    /** The whole size of an array of bytes, of which objects on the heap are multiples of 8. */
    static int arrayBytes(Words words) throws NotUnderstood {
        long bytes = words.bytes();
        if (bytes < ARRAY_HEADER || bytes > LARGEST_ARRAY || bytes % 8 != 0) {
            throw words.wrong("is not a size from 16B to 1024MiB and a multiple of 8B, such as 64KiB");
        }
        return (int) bytes;
    }

    static long hold(Words words) throws NotUnderstood {
        long bytes = words.bytes();
        long most = Runtime.getRuntime().maxMemory() / 10 * 9;
        if (bytes < 1 || bytes > most) {
            throw words.wrong("is not a size above 0 that fits into this heap: at most " + (most >> 20) + "MiB");
        }
        return bytes;
    }

    static int threads(Words words) throws NotUnderstood {
        long threads = words.whole("a whole number, such as 25");
        if (threads < 1 || threads > 10_000) {
            throw words.wrong("is not a number of threads from 1 to 10000");
        }
        return (int) threads;
    }
}
