package dev.loomgate.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads what there is to measure: runtimes, variants, workloads. */
final class Definitions {
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
                keys.has("jar") ? jar(keys, folder) : new Program.Shipped(keys.get("server", Form.TEXT)),
                keys.each("settings", Form.TEXT),
                keys.items("jvm-args", Form.TEXT),
                keys.each("effective", Form.TEXT)));
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
                keys.each("env", Form.TEXT));
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
        return keys.make(
                "path",
                () -> new Workload(
                        name,
                        request(keys, folder),
                        keys.get("waits", Form.TIME, Duration.ZERO),
                        keys.get("body", Form.PATTERN),
                        keys.get("warm-up-users", Form.COUNT),
                        behind(keys)));
    }

    private static HttpRequest request(Mapping keys, Path folder) {
        return new HttpRequest(
                keys.get("method", Form.TEXT, "GET"),
                keys.get("path", Form.TEXT),
                keys.each("headers", Form.TEXT),
                keys.has("send-file") && !keys.has("send")
                        ? keys.must("send-file", () -> content(folder, keys.get("send-file", Form.TEXT)))
                        : keys.get("send", Form.TEXT, ""),
                keys.get("status", Form.COUNT, 200));
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
