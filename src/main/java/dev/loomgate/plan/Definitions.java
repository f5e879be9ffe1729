package dev.loomgate.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what there is to measure: runtimes, variants, workloads. */
final class Definitions {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    /** The heap is a setting of its own: said twice it could be said differently. */
    private static final Pattern HEAP_ARGUMENT =
            Pattern.compile("-Xm[xs].*|-XX:(Max|Min|Initial)(HeapSize|RAMPercentage).*");

    private static final List<String> WORKLOAD_KEYS =
            List.of("path", "waits", "body", "warm-up-users", "behind", "database-delay");

    /** What may stand behind a server. */
    private static final List<String> SERVICES = List.of("downstream", "database");

    private final Problems problems;
    private final Values values;

    Definitions(Problems problems, Values values) {
        this.problems = problems;
        this.values = values;
    }

    /** Reads one named definition; null when it has problems. */
    interface Entry<T> {
        @Nullable
        T read(String name, YamlNode body);
    }

    /** The sound definitions below {@code node}, in the order of the file. */
    <T> Map<String, T> named(String kind, @Nullable YamlNode node, Entry<T> entry) {
        var sound = new LinkedHashMap<String, T>();
        if (node instanceof YamlNode.Fields mapping) {
            if (mapping.fields().isEmpty()) {
                problems.at(mapping.place(), "defines no " + kind);
            }
            for (YamlNode.Field field : Section.distinct(mapping, problems)) {
                T definition = entry.read(name(kind, field.key()), field.value());
                if (definition != null) {
                    sound.put(field.key().text(), definition);
                }
            }
        } else if (node != null && !(node instanceof YamlNode.Refused)) {
            problems.at(node.place(), "a mapping with one entry per " + kind + " is expected, found " + node.kind());
        }
        return Collections.unmodifiableMap(sound);
    }

    /** Names become parts of file names and of lists, so their letters are few. */
    private String name(String kind, YamlNode.Scalar key) {
        if (!NAME.matcher(key.text()).matches() || key.text().equals(NameList.ALL)) {
            problems.at(
                    key.place(),
                    "'" + key.text() + "' is not a name for a " + kind
                            + ": small letters, digits and single hyphens, and not 'all'");
        }
        return key.text();
    }

    @Nullable
    JvmRuntime runtime(String name, YamlNode body) {
        Section section =
                new Section("runtime " + name, body, problems, List.of("java", "cpus", "heap", "memory", "jvm-args"));
        Integer java = values.wholeNumber(section.required("java"), Defaults.OLDEST_JAVA);
        YamlNode cpusNode = section.optional("cpus");
        Double cpus = values.cpus(cpusNode);
        Integer heap = values.mebibytes(section.required("heap"));
        Integer memory = values.mebibytes(section.required("memory"));
        List<String> jvmArgs = jvmArgs(section.optional("jvm-args"));
        if (java == null || heap == null || memory == null || (cpusNode != null && cpus == null)) {
            return null;
        }
        try {
            return new JvmRuntime(
                    name, java, cpus == null ? OptionalDouble.empty() : OptionalDouble.of(cpus), heap, memory, jvmArgs);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf("heap"), e);
            return null;
        }
    }

    @Nullable
    Variant variant(String name, YamlNode body) {
        Section section =
                new Section("variant " + name, body, problems, List.of("server", "settings", "jvm-args", "effective"));
        YamlNode server = section.required("server");
        String folder = values.text(server);
        if (server != null && folder != null && !NAME.matcher(folder).matches()) {
            problems.at(
                    server.place(),
                    "'" + folder + "' is not a folder of src/main/servers: small letters, digits and single hyphens");
        }
        Map<String, String> settings = values.settings(section.optional("settings"));
        Map<String, String> effective = values.settings(section.optional("effective"));
        List<String> jvmArgs = jvmArgs(section.optional("jvm-args"));
        return folder == null ? null : new Variant(name, folder, settings, jvmArgs, effective);
    }

    @Nullable
    Workload workload(String name, YamlNode body) {
        Section section = new Section("workload " + name, body, problems, WORKLOAD_KEYS);
        String path = values.text(section.required("path"));
        var waits = values.duration(section.required("waits"));
        Pattern expected = values.pattern(section.required("body"));
        Integer users = values.wholeNumber(section.required("warm-up-users"), 1);
        BackendDependency behind = behind(section);
        if (path == null || waits == null || expected == null || users == null || behind == null) {
            return null;
        }
        try {
            return new Workload(name, path, waits, expected, users, behind);
        } catch (IllegalArgumentException e) {
            problems.refused(section.placeOf("path"), e);
            return null;
        }
    }

    private @Nullable BackendDependency behind(Section section) {
        YamlNode word = section.optional("behind");
        String service = values.text(word);
        YamlNode delay = section.optional("database-delay");
        Duration delayed = values.duration(delay);
        if (delay != null && !"database".equals(service)) {
            problems.at(delay.place(), "'database-delay' has a meaning only with 'behind: database'");
            return null;
        }
        if (word == null) {
            return new BackendDependency.Nothing();
        }
        return switch (service) {
            case "downstream" -> new BackendDependency.Downstream();
            case "database" ->
                delay != null && delayed == null ? null : new BackendDependency.Database(Optional.ofNullable(delayed));
            case null -> null;
            default -> {
                problems.unknown(word.place(), "service", service, SERVICES);
                yield null;
            }
        };
    }

    private List<String> jvmArgs(@Nullable YamlNode node) {
        if (node == null) {
            return List.of();
        }
        for (YamlNode item : values.items(node)) {
            if (item instanceof YamlNode.Scalar arg && !arg.text().startsWith("-")) {
                problems.at(arg.place(), "a JVM argument starts with -, found " + arg.kind());
            } else if (item instanceof YamlNode.Scalar arg
                    && HEAP_ARGUMENT.matcher(arg.text()).matches()) {
                problems.at(arg.place(), arg.kind() + " is set by the runtime's key 'heap'");
            }
        }
        return values.texts(node);
    }
}
