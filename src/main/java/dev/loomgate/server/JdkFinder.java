package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds installed JDKs and JREs by feature version. Looks once, at construction. */
public final class JdkFinder {
    private final Map<Integer, Path> explicit;
    private final List<Jdk> installed;

    /**
     * @param explicit homes by feature version, which come before all others
     * @param environment names JDKs in {@code JAVA_HOME} and the like
     * @param home the user's folder
     */
    public JdkFinder(Map<Integer, Path> explicit, Map<String, String> environment, Path home) {
        this(explicit, new JdkPlaces(environment, home).candidates());
    }

    JdkFinder(Map<Integer, Path> explicit, List<Path> candidates) {
        this.explicit = Map.copyOf(explicit);
        Map<Path, Jdk> found = new LinkedHashMap<>();
        for (Path candidate : candidates) {
            Jdk.at(candidate).ifPresent(jdk -> found.putIfAbsent(real(candidate), jdk));
        }
        this.installed = List.copyOf(found.values());
    }

    /** Every installation that was found, the preferred first; without the explicit homes. */
    public List<Jdk> installed() {
        return installed;
    }

    /** Feature versions that can be had, with the explicit homes. */
    public SortedSet<Integer> versions() {
        SortedSet<Integer> versions = new TreeSet<>(explicit.keySet());
        installed.forEach(jdk -> versions.add(jdk.feature()));
        return versions;
    }

    /** The JDK for a feature version. Throws {@link ServerStartException}, saying what there is, when there is none. */
    public Jdk require(int feature) {
        Path home = explicit.get(feature);
        return home == null ? found(feature) : explicit(feature, home);
    }

    private Jdk found(int feature) {
        return installed.stream()
                .filter(jdk -> jdk.feature() == feature)
                .findFirst()
                .orElseThrow(() -> new ServerStartException(missing(feature)));
    }

    private static Jdk explicit(int feature, Path home) {
        Optional<Jdk> jdk = Jdk.at(home);
        if (jdk.isEmpty()) {
            throw new ServerStartException(
                    "-Dloomgate.jdk." + feature + "=" + home + " is not a JDK: it has no bin/java that runs");
        }
        if (jdk.get().feature() != feature) {
            throw new ServerStartException("-Dloomgate.jdk." + feature + "=" + home + " is a JDK "
                    + jdk.get().feature() + " (" + jdk.get().version() + "), not " + feature);
        }
        return jdk.get();
    }

    private String missing(int feature) {
        String found = installed.isEmpty()
                ? "  nothing\n"
                : installed.stream()
                        .map(jdk -> "  " + jdk.version() + " in " + jdk.home() + "\n")
                        .collect(Collectors.joining());
        return "No JDK " + feature + " is installed. Found:\n" + found + "Looked at:\n  "
                + String.join("\n  ", JdkPlaces.IN_WORDS) + "\nEither name one with -Dloomgate.jdk." + feature
                + "=/path, or run the servers in containers with -Dloomgate.launcher=container.";
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath();
        }
    }
}
