package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one arm gets more than its variant and its runtime say:
 * {@code -Dloomgate.candidate.with="-XX:+UseCompactObjectHeaders"}.
 *
 * @param settings system properties of the server, {@code -Dname=value}; they replace those of the variant
 * @param jvmArgs all other words
 * @param environment variables; they replace those of the runtime and of the variant
 * @param revision of the service's Git repository that is built for it
 * @param jar of the service, in place of that of the variant
 * @param home of its JDK
 * @param image with its JDK, or of the service where that is an image
 */
record ArmOptions(
        Map<String, String> settings,
        List<String> jvmArgs,
        Map<String, String> environment,
        Optional<String> revision,
        Optional<Path> jar,
        Optional<Path> home,
        Optional<String> image) {
    private static final String SETTING = "-D";

    /** They end a JVM, or say what it runs, which Loomgate says. */
    private static final List<String> NOT_PASSED =
            List.of("-jar", "-cp", "-classpath", "--class-path", "-p", "--module-path", "-m", "--module", "-version");

    ArmOptions {
        settings = Ordered.copy(settings);
        jvmArgs = List.copyOf(jvmArgs);
        environment = Ordered.copy(environment);
    }

    static ArmOptions asked(Switches switches, Side side) {
        String with = side.property() + ".with";
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> jvmArgs = new ArrayList<>();
        for (String word : words(switches, with)) {
            if (word.matches("-D[^=]+=.+")) {
                int end = word.indexOf('=');
                settings.put(word.substring(SETTING.length(), end), word.substring(end + 1));
            } else if (isOption(word)) {
                jvmArgs.add(word);
            } else {
                switches.refuse(
                        with,
                        "'" + word
                                + "' is no option of a JVM in one word, as -X…, -Dname=value or --add-opens=…, or one"
                                + " that is not passed on");
            }
        }
        return new ArmOptions(
                settings,
                jvmArgs,
                variables(switches, side.property() + ".env"),
                switches.text(side.property())
                        .filter(word -> word.startsWith(Side.REVISION))
                        .map(word -> word.substring(Side.REVISION.length())),
                // Whether there is something is asked where it is started: a run may be judged again elsewhere.
                switches.path(side.property() + ".jar").map(Path::toAbsolutePath),
                switches.path(side.property() + ".jdk").map(Path::toAbsolutePath),
                switches.text(side.property() + ".image"));
    }

    /** Between spaces, as on the command line of a JVM; no shell reads them. */
    private static List<String> words(Switches switches, String property) {
        return switches.text(property)
                .map(words -> List.of(words.split("\\s+", -1)))
                .orElseGet(List::of);
    }

    private static boolean isOption(String word) {
        return word.matches("-[-\\w].*")
                && !word.startsWith(SETTING)
                && !NOT_PASSED.contains(word.replaceFirst("=.*", ""));
    }

    private static Map<String, String> variables(Switches switches, String property) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String word : words(switches, property)) {
            int end = word.indexOf('=');
            if (word.matches("[A-Za-z_]\\w*=.*")) {
                variables.put(word.substring(0, end), word.substring(end + 1));
            } else {
                switches.refuse(property, "'" + word + "' is not NAME=value");
            }
        }
        return variables;
    }

    Variant on(Variant variant) {
        return new Variant(
                variant.name(),
                program(variant.program()),
                Ordered.both(variant.settings(), settings),
                Stream.concat(variant.jvmArgs().stream(), jvmArgs.stream()).toList(),
                variant.effective(),
                variant.protocol());
    }

    private Program program(Program ofVariant) {
        Program own = switch (ofVariant) {
            case Program.Shipped shipped -> shipped;
            case Program.Jar service -> {
                Program.Jar other = jar.map(service::of).orElse(service);
                yield revision.map(other::at).orElse(other);
            }
            case Program.Command service -> service;
            case Program.Image service -> image.map(service::of).orElse(service);
        };
        return own.with(variables(ofVariant));
    }

    /** Those of a variant stand above those of a runtime, so that the arm has to replace them in both. */
    private Map<String, String> variables(Program service) {
        Map<String, String> all = new LinkedHashMap<>(service.environment());
        environment.forEach((name, value) -> all.computeIfPresent(name, (same, replaced) -> value));
        return all;
    }

    /** One that differs gets a name of its own, because the facts of a run go by names. */
    JvmRuntime on(JvmRuntime runtime, Side side) {
        Map<String, String> all = Ordered.both(runtime.environment(), environment);
        JvmRuntime same = with(runtime, runtime.name(), all);
        return same.equals(runtime) ? runtime : with(runtime, runtime.name() + "-" + side.property(), all);
    }

    private JvmRuntime with(JvmRuntime runtime, String name, Map<String, String> variables) {
        return new JvmRuntime(
                name,
                runtime.java(),
                runtime.cpus(),
                runtime.heapMebibytes(),
                runtime.memoryMebibytes(),
                withoutReplaced(runtime.jvmArgs()),
                variables,
                home.or(runtime::home),
                image.or(runtime::image));
    }

    /** A JVM has one collector: that of an arm replaces that of its runtime. */
    private List<String> withoutReplaced(List<String> ofRuntime) {
        return jvmArgs.stream().anyMatch(ArmOptions::isCollector)
                ? ofRuntime.stream().filter(argument -> !isCollector(argument)).toList()
                : ofRuntime;
    }

    private static boolean isCollector(String argument) {
        return argument.matches("-XX:\\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC");
    }

    /** {@code in /opt/jdk-25.0.3 with -XX:+UseCompactObjectHeaders MALLOC_ARENA_MAX=2}; empty without any. */
    String words() {
        String place = Stream.concat(home.map(Path::toString).stream(), image.stream())
                .map(" in "::concat)
                .collect(Collectors.joining());
        List<String> more = new ArrayList<>(jvmArgs);
        settings.forEach((name, value) -> more.add(SETTING + name + "=" + value));
        environment.forEach((name, value) -> more.add(name + "=" + value));
        return place + (more.isEmpty() ? "" : " with " + String.join(" ", more));
    }
}
