package dev.loomgate.load;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What can be switched off in a generator so that a benchmark sees what it is good for.
 *
 * @param leads whether requests start so much earlier that their bytes leave when due
 * @param keepsConnections whether requests share open connections; each opens its own otherwise
 */
record GeneratorOptions(boolean leads, boolean keepsConnections) {
    static final GeneratorOptions USUAL = new GeneratorOptions(true, true);

    /** From {@code -Dloomgate.generator.send-lead=off} and {@code -Dloomgate.generator.keep-alive=off}. */
    static GeneratorOptions of(Function<String, @Nullable String> properties) {
        return new GeneratorOptions(
                isOn("loomgate.generator.send-lead", properties), isOn("loomgate.generator.keep-alive", properties));
    }

    private static boolean isOn(String name, Function<String, @Nullable String> properties) {
        String text = properties.apply(name);
        if (text == null || text.equals("on")) {
            return true;
        }
        if (text.equals("off")) {
            return false;
        }
        throw new IllegalArgumentException("-D" + name + "=" + text + ": on or off is expected");
    }
}
