package dev.loomgate.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads what there is to measure: runtimes, variants, workloads. */
final class Definitions {
    private static final String SIMULATION = "simulation";

    private Definitions() {}

    static Optional<JvmRuntime> runtime(String name, Mapping keys) {
        return keys.make(
                "heap",
                () -> new JvmRuntime(
                        name,
                        keys.get("java", Form.COUNT),
                        keys.find("cpus", Form.CPUS).map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                        keys.get("heap", Form.MEBIBYTES),
                        keys.get("memory", Form.MEBIBYTES),
                        keys.items("jvm-args", Form.TEXT),
                        keys.each("env", Form.TEXT),
                        Optional.empty(),
                        Optional.empty()));
    }

    /** @param folder of the file, which paths in it are relative to */
    static Optional<Variant> variant(String name, Mapping keys, Path folder) {
        return keys.make(() -> new Variant(
                name,
                program(keys, folder),
                keys.each("settings", Form.TEXT),
                keys.items("jvm-args", Form.TEXT),
                keys.each("effective", Form.TEXT),
                protocol(keys, folder)));
    }

    private static Protocol protocol(Mapping keys, Path folder) {
        List<X509Certificate> certificates = keys.has("tls")
                ? keys.below(
                        "tls",
                        tls -> tls.make(
                                "certificate",
                                () -> read(tls, folder, "certificate")
                                        .map(Protocol::certificates)
                                        .orElse(List.of())))
                : List.of();
        if (!keys.files().areRead()) {
            return Protocol.PLAIN;
        }
        return keys.must("http", () -> new Protocol(certificates, keys.get("http", Form.COUNT, 1) == 2));
    }

    private static Program program(Mapping keys, Path folder) {
        if (keys.has("jar")) {
            return jar(keys, folder);
        }
        if (keys.has("image")) {
            return image(keys, folder);
        }
        return keys.has("command")
                ? new Program.Command(
                        keys.has("folder") ? workingFolder(keys, folder) : folder,
                        keys.words("command"),
                        start(keys, folder))
                : new Program.Shipped(keys.get("server", Form.TEXT));
    }

    private static Program image(Mapping keys, Path folder) {
        boolean jvm = keys.get("jvm", Form.TEXT, "false").equals("true");
        for (String key : List.of("settings", "jvm-args")) {
            if (keys.has(key) && !jvm) {
                keys.refuse(
                        keys.placeOf(key),
                        "'" + key + "' are of a JVM: say 'jvm: true', or tell the image by env or args");
            }
        }
        Program.Image image =
                new Program.Image(keys.get("image", Form.TEXT), keys.words("args"), jvm, start(keys, folder));
        if (image.port() instanceof Program.PortSetting.Property && !jvm) {
            keys.refuse(
                    keys.placeOf("port"),
                    "a system property is of a JVM: say 'jvm: true', or tell the image its port by env or argument");
        }
        refuseOutOfReach(keys, image);
        return image;
    }

    private static void refuseOutOfReach(Mapping keys, Program.Image image) {
        boolean here = image.needs().database().isPresent()
                || image.needs().services().stream()
                        .anyMatch(need -> need instanceof NeededService.Address address && address.loopback());
        if (image.port() instanceof Program.PortSetting.Fixed && here) {
            keys.refuse(
                    keys.placeOf("needs"),
                    "an image with a fixed port has a network of its own, from which 127.0.0.1 of this machine can't be"
                            + " reached: tell it its port by env or argument, or let it need an image, too");
        }
    }

    private static Program jar(Mapping keys, Path folder) {
        return new Program.Jar(
                folder,
                keys.has("folder") ? Optional.of(workingFolder(keys, folder)) : Optional.empty(),
                keys.must("jar", () -> path(folder, keys.get("jar", Form.TEXT))),
                keys.words("build"),
                Optional.empty(),
                keys.words("args"),
                start(keys, folder));
    }

    private static Program.Start start(Mapping keys, Path folder) {
        return new Program.Start(
                keys.below("port", Definitions::port),
                keys.get("ready", Form.TEXT),
                keys.get("within", Form.TIME, Defaults.READY_WITHIN),
                keys.each("env", Form.TEXT),
                new NeedsReader(keys, folder).read());
    }

    private static Path workingFolder(Mapping keys, Path folder) {
        return keys.must("folder", () -> {
            Path named = path(folder, keys.get("folder", Form.TEXT));
            if (keys.files().areRead() && !Files.isDirectory(named)) {
                throw new IllegalArgumentException("there is no folder " + named);
            }
            return named;
        });
    }

    /** The file that a key names; empty where it is not to be read. */
    private static Optional<Path> read(Mapping keys, Path folder, String key) {
        String name = keys.get(key, Form.TEXT);
        Path file = path(folder, name);
        keys.files().add(name, file);
        return keys.files().areRead() ? Optional.of(file) : Optional.empty();
    }

    private static Path path(Path folder, String text) {
        try {
            return folder.resolve(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' is not a path", e);
        }
    }

    private static Optional<Program.PortSetting> port(Mapping keys) {
        return keys.make(() -> {
            if (keys.has("property")) {
                return new Program.PortSetting.Property(keys.get("property", Form.TEXT));
            }
            if (keys.has("fixed")) {
                return new Program.PortSetting.Fixed(
                        keys.must("fixed", () -> Program.PortSetting.checked(keys.get("fixed", Form.TEXT))));
            }
            return keys.has("env")
                    ? new Program.PortSetting.Variable(keys.get("env", Form.TEXT))
                    : new Program.PortSetting.Argument(keys.get("argument", Form.TEXT));
        });
    }

    /** @param folder of the file, which paths in it are relative to */
    static Optional<Workload> workload(String name, Mapping keys, Path folder) {
        return keys.make(() -> new Workload(
                name,
                keys.has(SIMULATION) ? simulation(keys, folder) : requests(keys, folder),
                keys.has("login") ? Optional.of(login(keys, folder)) : Optional.empty(),
                keys.get("waits", Form.TIME, Duration.ZERO),
                keys.has(SIMULATION) ? 0 : keys.get("warm-up-users", Form.COUNT),
                behind(keys)));
    }

    private static GatlingSimulation simulation(Mapping keys, Path folder) {
        String className = keys.get(SIMULATION, Form.TEXT);
        List<Path> classPath = keys.items("class-path").stream()
                .map(item -> onClassPath(keys, item, folder))
                .toList();
        Path usual = folder.resolve(Defaults.SIMULATION_SOURCES);
        Path sources = keys.has("sources")
                ? keys.must("sources", () -> sources(keys, path(folder, keys.get("sources", Form.TEXT))))
                : Files.isDirectory(usual) ? usual : null;
        if (sources == null && classPath.isEmpty() && keys.files().areRead()) {
            keys.refuse(
                    keys.placeOf(SIMULATION),
                    "there is no folder " + usual
                            + ": give the one of its sources in 'sources', or that of its compiled"
                            + " classes in 'class-path'");
        }
        return new GatlingSimulation(
                className, sources, classPath, keys.get("at-most", Form.TIME, Defaults.SIMULATION_AT_MOST));
    }

    private static Path sources(Mapping keys, Path folder) {
        if (keys.files().areRead() && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder);
        }
        return folder;
    }

    private static Path onClassPath(Mapping keys, YamlNode item, Path folder) {
        String text = keys.read(item, Form.TEXT);
        Path path = path(folder, text);
        if (keys.files().areRead() && !Files.exists(path)) {
            keys.refuse(item.place(), "there is no folder or jar " + path);
        }
        return path;
    }

    private static Requests requests(Mapping keys, Path folder) {
        Feed feed = keys.has("feed") && keys.files().areRead() ? keys.below("feed", data -> feed(data, folder)) : null;
        Set<String> places = new LinkedHashSet<>(feed == null ? List.of() : feed.columns());
        if (places.contains(Login.PLACE)) {
            keys.refuse(
                    keys.placeOf("feed"),
                    "the data file has a column '" + Login.PLACE + "', which is what a login fills; rename it");
        }
        if (keys.has("login")) {
            places.add(Login.PLACE);
        }
        if (!keys.has("requests")) {
            return new Requests(List.of(new WeightedRequest("", 1, request(keys, Map.of(), folder, places))), feed);
        }
        Map<String, String> common = keys.each("headers", Form.TEXT);
        refuseUnfilled(keys, "headers", common.values(), places);
        List<WeightedRequest> mix = keys.all(
                "requests",
                (name, each) -> each.make(
                        "share",
                        () -> new WeightedRequest(
                                name, each.get("share", Form.SHARE), request(each, common, folder, places))));
        return keys.must("requests", () -> new Requests(mix, feed));
    }

    /**
     * One request.
     *
     * @param common headers that it has beside its own
     * @param places that something fills
     */
    private static HttpRequest request(Mapping keys, Map<String, String> common, Path folder, Set<String> places) {
        String path = keys.get("path", Form.TEXT);
        Map<String, String> headers = Ordered.both(common, keys.each("headers", Form.TEXT));
        boolean inFile = keys.has("send-file") && !keys.has("send");
        String sent = inFile
                ? keys.must(
                        "send-file",
                        () -> read(keys, folder, "send-file")
                                .map(Definitions::content)
                                .orElse(""))
                : keys.get("send", Form.TEXT, "");
        refuseUnfilled(keys, "path", List.of(path), places);
        refuseUnfilled(keys, "headers", headers.values(), places);
        refuseUnfilled(keys, inFile ? "send-file" : "send", List.of(sent), places);
        return new HttpRequest(
                keys.get("method", Form.TEXT, "GET"),
                path,
                headers,
                sent,
                keys.get("status", Form.COUNT, 200),
                keys.has("body") ? keys.get("body", Form.PATTERN).pattern() : HttpRequest.ANY,
                json(keys, places));
    }

    /** What the answer has as JSON: an unquoted number, true, false or null is just that. */
    private static List<JsonCheck> json(Mapping keys, Set<String> places) {
        List<JsonCheck> checks = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>(places);
        columns.remove(Login.PLACE);
        if (keys.value("json") instanceof YamlNode.Fields fields) {
            for (YamlNode.Field field : fields.fields()) {
                // What is no pointer has been refused by the schema.
                if (field.key().text().startsWith("/") && field.value() instanceof YamlNode.Scalar value) {
                    checks.add(keys.must("json", () -> JsonCheck.of(field.key().text(), value.text(), value.plain())));
                    refuseUnfilled(keys, "json", List.of(value.text()), columns);
                }
            }
        }
        return checks;
    }

    private static void refuseUnfilled(Mapping keys, String key, Collection<String> texts, Set<String> places) {
        texts.stream()
                .flatMap(text -> Template.of(text).names().stream())
                .filter(place -> !places.contains(place))
                .findFirst()
                .filter(place -> keys.has(key) && keys.files().areRead())
                .ifPresent(place -> keys.refuse(
                        keys.placeOf(key),
                        "nothing fills ${" + place + "}"
                                + (places.isEmpty()
                                        ? ": a column of a 'feed' does, or a 'login' for ${" + Login.PLACE
                                                + "}; a login itself is sent as it stands"
                                        : Closest.hint(place, List.copyOf(places))),
                        places));
    }

    private static Optional<Feed> feed(Mapping keys, Path folder) {
        String order = keys.get("order", Form.TEXT, "circular").toUpperCase(Locale.ROOT);
        return keys.make(
                "file", () -> FeedFile.read(read(keys, folder, "file").orElseThrow(), Feed.Order.valueOf(order)));
    }

    private static Login login(Mapping workload, Path folder) {
        return workload.below("login", keys -> login(keys, folder, workload.has(SIMULATION)));
    }

    private static Optional<Login> login(Mapping keys, Path folder, boolean ofSimulation) {
        Optional<Duration> every = keys.find("every", Form.TIME);
        if (every.filter(Duration::isZero).isPresent()) {
            keys.refuse(keys.placeOf("every"), "a token is used for more than 0 s");
        }
        if (every.isPresent() && ofSimulation) {
            keys.refuse(
                    keys.placeOf("every"),
                    "a simulation gets one token, for all its runs: let it log in itself where that does not last");
        }
        return keys.make(
                "token",
                () -> new Login(
                        request(keys, Map.of(), folder, Set.of()),
                        keys.get("token", Form.TEXT, ""),
                        keys.get("cookie", Form.TEXT, ""),
                        every));
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the file " + file + " can't be read as UTF-8 text: " + e, e);
        }
    }

    private static BackendDependency behind(Mapping keys) {
        return switch (keys.get("behind", Form.TEXT, "")) {
            case "downstream" -> new BackendDependency.Downstream();
            case "itself" -> new BackendDependency.Itself();
            case "database" -> new BackendDependency.Database(keys.find("database-delay", Form.TIME));
            default -> new BackendDependency.Nothing();
        };
    }
}
