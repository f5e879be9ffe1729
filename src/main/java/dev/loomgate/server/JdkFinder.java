package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

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

    /** Feature versions that can be had, with the explicit homes. */
    public SortedSet<Integer> versions() {
        SortedSet<Integer> versions = new TreeSet<>(explicit.keySet());
        installed.forEach(jdk -> versions.add(jdk.feature()));
        return versions;
    }

    /** The JDK of a runtime. Throws {@link ServerStartException}, saying what there is, when there is none. */
    public Jdk require(JvmRuntime runtime) {
        if (runtime.home().isPresent()) {
            return named(
                    "the JDK of an arm, " + runtime.home().get() + ",",
                    runtime.java(),
                    runtime.home().get());
        }
        Path home = explicit.get(runtime.java());
        return home == null
                ? found(runtime.java())
                : named("-Dloomgate.jdk." + runtime.java() + "=" + home, runtime.java(), home);
    }

    private Jdk found(int feature) {
        return installed.stream()
                .filter(jdk -> jdk.feature() == feature)
                .findFirst()
                .orElseThrow(() -> new ServerStartException(missing(feature)));
    }

    private static Jdk named(String asked, int feature, Path home) {
        Optional<Jdk> jdk = Jdk.at(home);
        if (jdk.isEmpty()) {
            throw new ServerStartException(asked + " is not a JDK: it has no bin/java that runs");
        }
        if (jdk.get().feature() != feature) {
            throw new ServerStartException(asked + " is a JDK " + jdk.get().feature() + " ("
                    + jdk.get().version() + "), not " + feature);
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

    /** Where Java is usually installed: every folder that may be a JDK, in the order of preference. */
    record JdkPlaces(Map<String, String> environment, Path home) {
        /** For messages: the places in words. */
        static final List<String> IN_WORDS = List.of(
                "-Dloomgate.jdk.<version>",
                "the JVM that runs this",
                "JAVA_HOME, JAVA*_HOME and JDK* of the environment",
                "~/.m2/toolchains.xml and ~/.m2/discovered-jdk-toolchains-cache.xml",
                "/usr/lib/jvm, /usr/java, /opt",
                "~/.sdkman/candidates/java, ~/.jdks, ~/.gradle/jdks, ~/.jenv/versions, ~/.asdf/installs/java",
                "/Library/Java/JavaVirtualMachines");

        private static final Pattern VARIABLE = Pattern.compile("JAVA_HOME.*|JAVA.*_HOME|JDK.*");
        private static final Pattern ENVIRONMENT = Pattern.compile("\\$\\{env\\.(\\w+)}");

        List<Path> candidates() {
            List<Path> found = new ArrayList<>();
            runningJava().ifPresent(found::add);
            named("JAVA_HOME").ifPresent(found::add);
            environment.keySet().stream()
                    .filter(name -> VARIABLE.matcher(name).matches())
                    .sorted()
                    .forEach(name -> named(name).ifPresent(found::add));
            Path maven = home.resolve(".m2");
            found.addAll(toolchains(maven.resolve("toolchains.xml")));
            found.addAll(toolchains(maven.resolve("discovered-jdk-toolchains-cache.xml")));
            Stream.of("/usr/lib/jvm", "/usr/java", "/opt").map(Path::of).forEach(folder -> found.addAll(below(folder)));
            Stream.of(".sdkman/candidates/java", ".jdks", ".gradle/jdks", ".jenv/versions", ".asdf/installs/java")
                    .map(home::resolve)
                    .forEach(folder -> found.addAll(below(folder)));
            Stream.of(Path.of("/Library"), home.resolve("Library"))
                    .map(library -> library.resolve("Java").resolve("JavaVirtualMachines"))
                    .flatMap(folder -> below(folder).stream())
                    .map(bundle -> bundle.resolve("Contents").resolve("Home"))
                    .forEach(found::add);
            return found;
        }

        private static Optional<Path> runningJava() {
            return ProcessHandle.current()
                    .info()
                    .command()
                    .map(Path::of)
                    .map(Path::getParent)
                    .map(Path::getParent);
        }

        private Optional<Path> named(String variable) {
            return Optional.ofNullable(environment.get(variable))
                    .filter(value -> !value.isBlank())
                    .map(Path::of);
        }

        private List<Path> toolchains(Path file) {
            if (!Files.isRegularFile(file)) {
                return List.of();
            }
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
                NodeList homes =
                        factory.newDocumentBuilder().parse(file.toFile()).getElementsByTagName("jdkHome");
                List<Path> found = new ArrayList<>();
                for (int i = 0; i < homes.getLength(); i++) {
                    found.add(Path.of(resolved(homes.item(i).getTextContent().strip())));
                }
                return found;
            } catch (IOException | ParserConfigurationException | SAXException e) {
                // A broken toolchains.xml is Maven's to complain about; here it only offers no JDK.
                return List.of();
            }
        }

        private String resolved(String text) {
            return ENVIRONMENT
                    .matcher(text)
                    .replaceAll(variable ->
                            Matcher.quoteReplacement(environment.getOrDefault(variable.group(1), variable.group())));
        }

        private static List<Path> below(Path folder) {
            try (Stream<Path> entries = Files.list(folder)) {
                return entries.filter(Files::isDirectory).sorted().toList();
            } catch (IOException e) {
                return List.of();
            }
        }
    }
}
