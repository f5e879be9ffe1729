package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Program.PortSetting;
import dev.loomgate.plan.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What follows {@code java} on a server's command line, the same for a forked JVM and for a container. */
final class ServerCommand {
    private ServerCommand() {}

    /**
     * @param cpus how many the server is given; a quota of the runtime may leave it fewer
     * @param surroundings settings that a variant may override
     * @param jmxFolder folder, as the server sees it, that holds the files of {@link JmxLogin}
     * @param jar as the server sees it
     */
    static List<String> arguments(
            Variant variant,
            JvmRuntime runtime,
            Map<String, String> surroundings,
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
            all.addAll(service.arguments());
            if (service.port() instanceof PortSetting.Argument argument) {
                all.add(argument.with(endpoint.port()));
            }
        }
        return List.copyOf(all);
    }

    private static Map<String, String> properties(
            Variant variant, JvmRuntime runtime, Map<String, String> surroundings, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>();
        switch (variant.program()) {
            case Program.Shipped shipped -> {
                all.put("loomgate.memory", String.valueOf(runtime.memoryMebibytes()));
                all.putAll(surroundings);
                all.putAll(variant.settings());
                all.put("loomgate.host", endpoint.bindHost());
                all.put("loomgate.port", String.valueOf(endpoint.port()));
                all.put("loomgate.lifeline", "true");
            }
            case Program.Jar service -> {
                all.putAll(variant.settings());
                if (service.port() instanceof PortSetting.Property property) {
                    all.put(property.name(), String.valueOf(endpoint.port()));
                }
            }
        }
        return all;
    }

    /** Of the server's process. */
    static Map<String, String> variables(
            Variant variant, JvmRuntime runtime, Map<String, String> surroundings, Endpoint endpoint) {
        Map<String, String> all = new LinkedHashMap<>(runtime.environment());
        all.putAll(surroundings);
        if (variant.program() instanceof Program.Jar service) {
            all.putAll(service.environment());
            if (service.port() instanceof PortSetting.Variable variable) {
                all.put(variable.name(), String.valueOf(endpoint.port()));
            }
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
