package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Program.PortSetting;
import dev.loomgate.plan.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The words of a server's command line, the same for a process of this machine and for a container. */
final class ServerCommand {
    private ServerCommand() {}

    /** Of a service that is a command. */
    static List<String> words(Program.Command command, ServerEnvironment surroundings, Endpoint endpoint) {
        List<String> all = new ArrayList<>();
        command.words().forEach(word -> all.add(surroundings.filled(word)));
        if (command.port() instanceof PortSetting.Argument argument) {
            all.add(argument.with(endpoint.port()));
        }
        return List.copyOf(all);
    }

    /**
     * What follows {@code java}.
     *
     * @param cpus how many the server is given; a quota of the runtime may leave it fewer
     * @param surroundings whose settings a variant may override
     * @param jmxFolder folder, as the server sees it, that holds the files of {@link JmxLogin}
     * @param jar as the server sees it
     */
    static List<String> arguments(
            Variant variant,
            JvmRuntime runtime,
            ServerEnvironment surroundings,
            int cpus,
            Endpoint endpoint,
            String jmxFolder,
            String jar) {
        List<String> all = new ArrayList<>();
        // One heap size, so that no collection is about growing it. No AlwaysPreTouch: it would count into start-up
        // time and make the resident set say "heap size" for every server; the warm-up touches what the load needs.
        all.add("-Xms" + runtime.heapMebibytes() + "m");
        all.add("-Xmx" + runtime.heapMebibytes() + "m");
        all.add("-XX:ActiveProcessorCount=" + runtime.processors(cpus));
        // A server that limps on without heap would be measured; a dead one is a result.
        all.add("-XX:+ExitOnOutOfMemoryError");
        all.addAll(runtime.jvmArgs());
        all.addAll(variant.jvmArgs());
        all.addAll(jmx(endpoint, jmxFolder));
        properties(variant, runtime, surroundings, endpoint)
                .forEach((name, value) -> all.add("-D" + name + "=" + value));
        all.add("-jar");
        all.add(jar);
        if (variant.program() instanceof Program.Jar service) {
            service.arguments().forEach(argument -> all.add(surroundings.filled(argument)));
            if (service.port() instanceof PortSetting.Argument argument) {
                all.add(argument.with(endpoint.port()));
            }
        }
        return List.copyOf(all);
    }

    private static Map<String, String> properties(
            Variant variant, JvmRuntime runtime, ServerEnvironment surroundings, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>();
        switch (variant.program()) {
            case Program.Shipped shipped -> {
                all.put("loomgate.memory", String.valueOf(runtime.memoryMebibytes()));
                all.putAll(surroundings.settings());
                all.putAll(variant.settings());
                all.put("loomgate.host", endpoint.bindHost());
                all.put("loomgate.port", String.valueOf(endpoint.port()));
                all.put("loomgate.lifeline", "true");
            }
            case Program.Jar service -> {
                variant.settings().forEach((name, value) -> all.put(name, surroundings.filled(value)));
                if (service.port() instanceof PortSetting.Property property) {
                    all.put(property.name(), String.valueOf(endpoint.port()));
                }
            }
            case Program.Command command -> {}
        }
        return all;
    }

    /** Of the server's process. */
    static Map<String, String> variables(
            Variant variant, JvmRuntime runtime, ServerEnvironment surroundings, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>(runtime.environment());
        all.putAll(surroundings.environment());
        switch (variant.program()) {
            case Program.Shipped shipped -> {}
            case Program.Jar service ->
                all.putAll(variables(service.environment(), service.port(), surroundings, endpoint));
            case Program.Command service ->
                all.putAll(variables(service.environment(), service.port(), surroundings, endpoint));
        }
        return all;
    }

    private static Map<String, String> variables(
            Map<String, String> own, PortSetting port, ServerEnvironment surroundings, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>();
        own.forEach((name, value) -> all.put(name, surroundings.filled(value)));
        if (port instanceof PortSetting.Variable variable) {
            all.put(variable.name(), String.valueOf(endpoint.port()));
        }
        return all;
    }

    private static List<String> jmx(Endpoint endpoint, String folder) {
        String agent = "-Dcom.sun.management.jmxremote.";
        return List.of(
                agent + "port=" + endpoint.jmxPort(),
                agent + "rmi.port=" + endpoint.jmxPort(),
                agent + "host=" + endpoint.bindHost(),
                agent + "authenticate=true",
                agent + "ssl=false",
                agent + "password.file=" + folder + "/" + JmxLogin.PASSWORD_FILE,
                agent + "access.file=" + folder + "/" + JmxLogin.ACCESS_FILE,
                "-Djava.rmi.server.hostname=" + endpoint.host());
    }
}
