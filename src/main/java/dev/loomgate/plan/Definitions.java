package dev.loomgate.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
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
                keys.each("effective", Form.TEXT)));
    }

    private static Program program(Mapping keys, Path folder) {
        if (keys.has("jar")) {
            return jar(keys, folder);
        }
        return keys.has("command")
                ? new Program.Command(
                        folder,
                        keys.items("command", Form.TEXT),
                        keys.below("port", Definitions::port),
                        keys.get("ready", Form.TEXT),
                        keys.get("within", Form.TIME, Defaults.READY_WITHIN),
                        keys.each("env", Form.TEXT),
                        database(keys, folder))
                : new Program.Shipped(keys.get("server", Form.TEXT));
    }

    private static Program jar(Mapping keys, Path folder) {
        return new Program.Jar(
                folder,
                keys.must("jar", () -> path(folder, keys.get("jar", Form.TEXT))),
                keys.items("build", Form.TEXT),
                Optional.empty(),
                keys.below("port", Definitions::port),
                keys.get("ready", Form.TEXT),
                keys.get("within", Form.TIME, Defaults.READY_WITHIN),
                keys.items("args", Form.TEXT),
                keys.each("env", Form.TEXT),
                database(keys, folder));
    }

    private static Optional<DatabaseNeed> database(Mapping keys, Path folder) {
        boolean needed = keys.has("needs");
        for (String key : List.of("settings", "env")) {
            refuseUnknownPlaces(keys, key, keys.each(key, Form.TEXT).values(), needed);
        }
        for (String key : List.of("args", "command")) {
            refuseUnknownPlaces(keys, key, keys.items(key, Form.TEXT), needed);
        }
        refuseUnknownPlaces(keys, "jvm-args", keys.items("jvm-args", Form.TEXT), false);
        if (!needed) {
            return Optional.empty();
        }
        return Optional.of(keys.below(
                "needs",
                needs -> needs.make(() -> needs.below(
                        "database",
                        database -> database.make(() -> new DatabaseNeed(database.items("seed").stream()
                                .map(file -> seed(database, file, folder))
                                .toList()))))));
    }

    private static Path seed(Mapping database, YamlNode file, Path folder) {
        Path seed = folder.resolve(database.read(file, Form.TEXT));
        if (!Files.isRegularFile(seed)) {
            database.refuse(file.place(), "there is no file " + seed, List.of());
        }
        return seed;
    }

    /** Others may be the service's own: {@code ${HOME}}. */
    private static void refuseUnknownPlaces(Mapping keys, String key, Collection<String> texts, boolean filled) {
        texts.stream()
                .flatMap(text -> Template.of(text).names().stream())
                .filter(place ->
                        place.startsWith(DatabaseNeed.PREFIX) && !(filled && DatabaseNeed.PLACES.contains(place)))
                .findFirst()
                .ifPresent(place -> keys.refuse(
                        keys.placeOf(key),
                        "nothing fills ${" + place + "}"
                                + (filled
                                        ? Closest.hint(place, DatabaseNeed.PLACES)
                                        : " here: 'needs: {database: {}}' does, in settings, args, env and command"),
                        DatabaseNeed.PLACES.stream().sorted().toList()));
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
                keys.has("login") ? Optional.of(keys.below("login", login -> login(login, folder))) : Optional.empty(),
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
                ? keys.must("sources", () -> sources(path(folder, keys.get("sources", Form.TEXT))))
                : Files.isDirectory(usual) ? usual : null;
        if (sources == null && classPath.isEmpty()) {
            keys.refuse(
                    keys.placeOf(SIMULATION),
                    "there is no folder " + usual
                            + ": give the one of its sources in 'sources', or that of its compiled"
                            + " classes in 'class-path'",
                    List.of());
        }
        return new GatlingSimulation(
                className, sources, classPath, keys.get("at-most", Form.TIME, Defaults.SIMULATION_AT_MOST));
    }

    private static Path sources(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder);
        }
        return folder;
    }

    private static Path onClassPath(Mapping keys, YamlNode item, Path folder) {
        String text = keys.read(item, Form.TEXT);
        Path path = path(folder, text);
        if (!Files.exists(path)) {
            keys.refuse(item.place(), "there is no folder or jar " + path, List.of());
        }
        return path;
    }

    private static Requests requests(Mapping keys, Path folder) {
        Feed feed = keys.has("feed") ? keys.below("feed", data -> feed(data, folder)) : null;
        Set<String> places = new LinkedHashSet<>(feed == null ? List.of() : feed.columns());
        if (places.contains(Login.PLACE)) {
            keys.refuse(
                    keys.placeOf("feed"),
                    "the data file has a column '" + Login.PLACE + "', which is what a login fills; rename it",
                    List.of());
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
        Map<String, String> headers = new LinkedHashMap<>(common);
        headers.putAll(keys.each("headers", Form.TEXT));
        boolean inFile = keys.has("send-file") && !keys.has("send");
        String sent = inFile
                ? keys.must("send-file", () -> content(folder, keys.get("send-file", Form.TEXT)))
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
                keys.has("body") ? keys.get("body", Form.PATTERN).pattern() : "");
    }

    private static void refuseUnfilled(Mapping keys, String key, Collection<String> texts, Set<String> places) {
        texts.stream()
                .flatMap(text -> Template.of(text).names().stream())
                .filter(place -> !places.contains(place))
                .findFirst()
                .filter(place -> keys.has(key))
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
                "file", () -> FeedFile.read(path(folder, keys.get("file", Form.TEXT)), Feed.Order.valueOf(order)));
    }

    private static Optional<Login> login(Mapping keys, Path folder) {
        return keys.make(
                "token", () -> new Login(request(keys, Map.of(), folder, Set.of()), keys.get("token", Form.TEXT)));
    }

    private static String content(Path folder, String name) {
        Path file = path(folder, name);
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
            case "database" -> new BackendDependency.Database(keys.find("database-delay", Form.TIME));
            default -> new BackendDependency.Nothing();
        };
    }
}
