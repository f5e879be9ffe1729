package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Program.PortSetting;
import dev.loomgate.plan.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The words of a server's command line, the same for a process of this machine and for a container. */
final class ServerCommand {
    /** Variable that each JVM reads. */
    static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

    private ServerCommand() {}

    /** Of a service that is a command, or the command of an image. */
    static List<String> words(
            List<String> command, PortSetting port, ServerEnvironment environment, Endpoint endpoint) {
        List<String> all = new ArrayList<>();
        command.forEach(word -> all.add(environment.filled(word)));
        if (port instanceof PortSetting.Argument argument) {
            all.add(argument.with(endpoint.port()));
        }
        return List.copyOf(all);
    }

    /**
     * What follows {@code java}.
     *
     * @param cpus how many the server is given; a quota of the runtime may leave it fewer
     * @param environment whose settings a variant may override
     * @param jmxFolder folder, as the server sees it, that holds the files of {@link JmxLogin}
     * @param jar as the server sees it
     */
    static List<String> arguments(
            Variant variant,
            JvmRuntime runtime,
            ServerEnvironment environment,
            int cpus,
            Endpoint endpoint,
            String jmxFolder,
            String jar) {
        List<String> all = new ArrayList<>(options(variant, runtime, environment, cpus, endpoint, jmxFolder));
        all.add("-jar");
        all.add(jar);
        if (variant.program() instanceof Program.Jar service) {
            service.arguments().forEach(argument -> all.add(environment.filled(argument)));
            if (service.port() instanceof PortSetting.Argument argument) {
                all.add(argument.with(endpoint.port()));
            }
        }
        return List.copyOf(all);
    }

    /** Of its JVM. */
    private static List<String> options(
            Variant variant,
            JvmRuntime runtime,
            ServerEnvironment environment,
            int cpus,
            Endpoint endpoint,
            String jmxFolder) {
        List<String> all = new ArrayList<>();
        // One heap size, so that no collection is about growing it. No AlwaysPreTouch: it would count into start-up
        // time and make the resident set say "heap size" for every server; the warm-up touches what the load needs.
        all.add("-Xms" + runtime.heapMebibytes() + "m");
        all.add("-Xmx" + runtime.heapMebibytes() + "m");
        all.add("-XX:ActiveProcessorCount=" + runtime.processors(cpus));
        // A server that limps on without heap would be measured; a dead one is a result.
        all.add(ExitReason.OPTION);
        all.addAll(runtime.jvmArgs());
        all.addAll(variant.jvmArgs());
        all.addAll(jmx(endpoint, jmxFolder));
        properties(variant, runtime, environment, endpoint)
                .forEach((name, value) -> all.add("-D" + name + "=" + value));
        return all;
    }

    /**
     * Options for a JVM whose command line is that of its image, behind those that its variables have already.
     *
     * @param variables of its container
     */
    static Map<String, String> withOptions(
            Map<String, String> variables,
            Variant variant,
            JvmRuntime runtime,
            ServerEnvironment environment,
            int cpus,
            Endpoint endpoint,
            String jmxFolder) {
        Map<String, String> all = new LinkedHashMap<>(variables);
        String words = options(variant, runtime, environment, cpus, endpoint, jmxFolder).stream()
                .map(ServerCommand::quoted)
                .collect(Collectors.joining(" "));
        all.merge(TOOL_OPTIONS, words, (own, ours) -> own + " " + ours);
        return all;
    }

    /** The JVM splits them at blanks that are not in quotes. */
    private static String quoted(String word) {
        return word.matches(".*[\\s'\"].*") ? '"' + word.replace("\"", "\"'\"'\"") + '"' : word;
    }

    private static Map<String, String> properties(
            Variant variant, JvmRuntime runtime, ServerEnvironment environment, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>();
        if (variant.keepsContract()) {
            all.put("loomgate.memory", String.valueOf(runtime.memoryMebibytes()));
            String port = String.valueOf(endpoint.port());
            environment
                    .settings()
                    .forEach((name, value) -> all.put(name, value.replace(ServerEnvironment.OWN_PORT, port)));
        }
        variant.settings().forEach((name, value) -> all.put(name, environment.filled(value)));
        if (variant.keepsContract()) {
            all.put("loomgate.host", endpoint.bindHost());
            all.put("loomgate.lifeline", "true");
        }
        if (variant.program().port() instanceof PortSetting.Property property) {
            all.put(property.name(), String.valueOf(endpoint.port()));
        }
        return all;
    }

    /** Of the server's process. The variant's go before those of the runtime, among which are those of an arm. */
    static Map<String, String> variables(
            Variant variant, JvmRuntime runtime, ServerEnvironment environment, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>(environment.environment());
        all.putAll(runtime.environment());
        variant.program().environment().forEach((name, value) -> all.put(name, environment.filled(value)));
        if (variant.program().port() instanceof PortSetting.Variable variable) {
            all.put(variable.name(), String.valueOf(endpoint.port()));
        }
        return all;
    }

    private static List<String> jmx(Endpoint endpoint, String folder) {
        String agent = "-Dcom.sun.management.jmxremote.";
        List<String> all = new ArrayList<>(List.of(
                agent + "port=" + endpoint.jmxPort(),
                agent + "rmi.port=" + endpoint.jmxPort(),
                agent + "host=" + endpoint.bindHost(),
                agent + "authenticate=true",
                agent + "ssl=false",
                agent + "password.file=" + folder + "/" + JmxLogin.PASSWORD_FILE,
                agent + "access.file=" + folder + "/" + JmxLogin.ACCESS_FILE));
        // In a network of its own the JVM knows its address before anybody else does.
        if (!endpoint.host().isEmpty()) {
            all.add("-Djava.rmi.server.hostname=" + endpoint.host());
        }
        return all;
    }
}
