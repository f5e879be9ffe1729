package dev.loomgate.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Why a variant's configuration may differ: by key, then by variant (or several, separated by commas, or {@code all}),
 * in words.
 */
record FairnessReasons(List<Reason> all) {
    private static final String FILE = "fairness-reasons.yml";

    FairnessReasons {
        all = List.copyOf(all);
    }

    record Reason(String key, List<String> variants, String words) {
        Reason {
            variants = List.copyOf(variants);
        }

        boolean explains(String otherKey, String variant) {
            return key.equals(otherKey) && (variants.contains(variant) || variants.contains("all"));
        }

        String name() {
            return key + " of " + String.join(", ", variants);
        }
    }

    static FairnessReasons read() {
        try (InputStream file =
                Objects.requireNonNull(FairnessReasons.class.getResourceAsStream(FILE), "no resource " + FILE)) {
            List<Reason> all = new ArrayList<>();
            Map<?, ?> keys = new Yaml(new SafeConstructor(new LoaderOptions())).load(file);
            keys.forEach((key, reasons) -> ((Map<?, ?>) reasons)
                    .forEach((variants, words) -> all.add(new Reason(
                            String.valueOf(key),
                            List.of(String.valueOf(variants).split(",\\s*")),
                            String.valueOf(words)))));
            return new FairnessReasons(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<String> of(String key, String variant) {
        return all.stream()
                .filter(reason -> reason.explains(key, variant))
                .map(Reason::words)
                .findFirst();
    }

    List<String> names() {
        return all.stream().map(Reason::name).toList();
    }

    boolean explains(String name, String key, String variant) {
        return all.stream().anyMatch(reason -> reason.name().equals(name) && reason.explains(key, variant));
    }
}
