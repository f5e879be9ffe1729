package dev.loomgate.server;

import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.ControlGroups.ServerGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs each server as a process of this machine: a JVM, or a command of a user's. */
final class ForkedJvmLauncher implements ServerLauncher {
    private final Path servers;
    private final LogFiles logs;
    private final Placement placement;
    private final JdkFinder jdks;
    private final Optional<ContainerEngine> engine;
    private final ControlGroups groups = ControlGroups.ofMachine();

    /** @param engine for what stands behind the servers in containers */
    ForkedJvmLauncher(Path servers, Path logs, Placement placement, JdkFinder jdks, Optional<ContainerEngine> engine) {
        this.servers = servers;
        this.logs = new LogFiles(logs);
        this.placement = placement;
        this.jdks = jdks;
        this.engine = engine;
    }

    Optional<ContainerEngine> engine() {
        return engine;
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public String javaVersion(JvmRuntime runtime) {
        return jdks.require(runtime).version();
    }

    /**
     * Removes control groups that killed runs left, and makes sure that new ones can be made for the runtimes that
     * need them.
     *
     * @throws ServerStartException when not
     */
    void prepare(List<JvmRuntime> runtimes, Consumer<String> progress) {
        List<JvmRuntime> limited = runtimes.stream().filter(JvmRuntime::limited).toList();
        if (!limited.isEmpty()) {
            groups.sweep(progress);
            limited.forEach(groups::require);
        }
    }

    /** For the environment table. */
    Map<String, String> facts(JvmRuntime runtime) {
        Jdk jdk = jdks.require(runtime);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("java vendor of " + runtime.name(), jdk.vendor());
        facts.put("java home of " + runtime.name(), jdk.home().toString());
        return facts;
    }

    @Override
    public RunningServer launch(Variant variant, JvmRuntime runtime, ServerEnvironment environment) {
        Jdk jdk = jdks.require(runtime);
        String jar = variant.hasJar() ? ServerJar.of(servers, variant).toString() : "";
        return logs.attempt(variant, runtime, log -> launch(variant, runtime, environment, jdk, jar, log));
    }

    private RunningServer launch(
            Variant variant, JvmRuntime runtime, ServerEnvironment environment, Jdk jdk, String jar, Path log) {
        Endpoint endpoint = Endpoint.of(variant, Endpoint.LOOPBACK, Endpoint.LOOPBACK);
        JmxLogin login = JmxLogin.random();
        OwnedFolder files = written(login);
        Map<String, String> variables =
                new LinkedHashMap<>(ServerCommand.variables(variant, runtime, environment, endpoint));
        List<String> command;
        Path folder;
        if (variant.program() instanceof Program.Command service) {
            command = ServerCommand.words(service.words(), service.port(), environment, endpoint);
            folder = service.folder();
            // For a script that starts a JVM.
            variables.putIfAbsent("JAVA_HOME", jdk.home().toString());
        } else {
            List<String> arguments = ServerCommand.arguments(
                    variant,
                    runtime,
                    environment,
                    placement.serverCpuCount(),
                    endpoint,
                    files.path().toString(),
                    jar);
            command = Stream.concat(Stream.of(jdk.java().toString()), arguments.stream())
                    .toList();
            folder = variant.program() instanceof Program.Jar own
                    ? own.runsIn().orElse(log.resolveSibling(""))
                    : log.resolveSibling("");
        }
        Optional<ServerGroup> group = group(runtime, files);
        StartupAttempt boot = new StartupAttempt(
                variant,
                runtime,
                jdk.version(),
                environment.withoutSecrets(inWords(runtime, command)),
                log,
                endpoint,
                login,
                runtime.processors(placement.serverCpuCount()));
        try {
            return boot.await(
                    ServerProcess.start(command, variables, files, group, placement, folder, log),
                    variant.program().within());
        } catch (IOException e) {
            group.ifPresent(ServerGroup::close);
            files.close();
            throw new ServerStartException(boot.message("the server could not be started: " + e.getMessage()), e);
        }
    }

    private static OwnedFolder written(JmxLogin login) {
        try {
            return login.write();
        } catch (IOException e) {
            throw new ServerStartException("the password of the server's JMX agent could not be written: " + e, e);
        }
    }

    /** Where none can be made, the files of the server that is not started are removed. */
    private Optional<ServerGroup> group(JvmRuntime runtime, OwnedFolder files) {
        try {
            return runtime.limited() ? Optional.of(groups.make(runtime)) : Optional.empty();
        } catch (ServerStartException e) {
            files.close();
            throw e;
        }
    }

    private static String inWords(JvmRuntime runtime, List<String> command) {
        String words = String.join(" ", command);
        return runtime.limited() ? "in a control group of " + runtime.limitsInWords() + ": " + words : words;
    }
}
