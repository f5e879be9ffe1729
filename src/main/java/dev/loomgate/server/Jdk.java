package dev.loomgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An installed JDK or JRE.
 *
 * @param feature 25
 * @param version in full: {@code 25.0.3+9-LTS}
 * @param vendor who built it: {@code Eclipse Adoptium, Temurin-25.0.3+9}; {@code unknown} when it does not say
 */
public record Jdk(Path home, int feature, String version, String vendor) {
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d+).*");
    private static final Pattern RELEASE = Pattern.compile("(?m)^\\s*(\\w+)=\"?(.*?)\"?\\s*$");
    private static final Pattern SETTING = Pattern.compile("(?m)^\\s*(java\\.[.\\w]+) = (.*?)\\s*$");

    Path java() {
        return java(home);
    }

    /** What is installed in a folder; empty when there is no Java in it. */
    static Optional<Jdk> at(Path home) {
        Path java = java(home);
        if (!Files.isExecutable(java)) {
            return Optional.empty();
        }
        return fromRelease(home, textOf(home.resolve("release"))).or(() -> fromSettings(home, settings(java)));
    }

    static Optional<Jdk> fromRelease(Path home, String release) {
        Map<String, String> found = pairs(RELEASE, release);
        return of(
                home,
                found.get("JAVA_VERSION"),
                found.get("JAVA_RUNTIME_VERSION"),
                vendor(found.get("IMPLEMENTOR"), found.get("IMPLEMENTOR_VERSION")));
    }

    /** From what {@code java -XshowSettings:properties -version} prints. */
    static Optional<Jdk> fromSettings(Path home, String settings) {
        Map<String, String> found = pairs(SETTING, settings);
        return of(
                home,
                found.get("java.version"),
                found.get("java.runtime.version"),
                vendor(found.get("java.vendor"), found.get("java.vendor.version")));
    }

    private static Optional<Jdk> of(Path home, @Nullable String version, @Nullable String full, String vendor) {
        Matcher matcher = FEATURE.matcher(version == null ? "" : version);
        if (version == null || !matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new Jdk(home, Integer.parseInt(matcher.group(1)), full == null ? version : full, vendor));
    }

    private static String vendor(@Nullable String name, @Nullable String build) {
        String words = Stream.of(name, build)
                .filter(word -> word != null && !word.isBlank())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "unknown" : words;
    }

    private static Map<String, String> pairs(Pattern pattern, String text) {
        Map<String, String> found = new HashMap<>();
        pattern.matcher(text).results().forEach(pair -> found.putIfAbsent(pair.group(1), pair.group(2)));
        return found;
    }

    private static String settings(Path java) {
        List<String> command = List.of(java.toString(), "-XshowSettings:properties", "-version");
        return ShortCommand.run(command, Duration.ofSeconds(10)).output();
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static Path java(Path home) {
        Path windows = home.resolve("bin").resolve("java.exe");
        return Files.isRegularFile(windows) ? windows : home.resolve("bin").resolve("java");
    }
}
