package dev.loomgate.server;

import com.github.dockerjava.api.exception.DockerException;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.ContainerEngine.ImageJava;
import dev.loomgate.server.ControlGroups.CpuQuota;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.MountableFile;

/** Runs each server in a container of its own, on an image with the runtime's Java. */
final class ContainerLauncher implements ServerLauncher {
    private final ContainerEngine engine;
    private final Map<Integer, String> images;
    private final Path servers;
    private final LogFiles logs;
    private final Placement placement;
    private final Map<String, Jdk> javas = new ConcurrentHashMap<>();

    ContainerLauncher(
            ContainerEngine engine, Map<Integer, String> images, Path servers, Path logs, Placement placement) {
        this.engine = engine;
        this.images = Map.copyOf(images);
        this.servers = servers;
        this.logs = new LogFiles(logs);
        this.placement = placement;
    }

    ContainerEngine engine() {
        return engine;
    }

    @Override
    public String name() {
        return "container";
    }

    @Override
    public String javaVersion(JvmRuntime runtime) {
        return java(runtime).version();
    }

    Jdk java(JvmRuntime runtime) {
        String image = image(runtime);
        Jdk java = javas.computeIfAbsent(image, name -> ImageJava.of(engine.client(), name));
        if (java.feature() != runtime.java()) {
            throw new ServerStartException("Image " + image + " holds Java " + java.version() + ", runtime "
                    + runtime.name() + " needs " + runtime.java() + ". Name another with -Dloomgate.image."
                    + runtime.java() + "=<image>.");
        }
        return java;
    }

    @Override
    public RunningServer launch(Variant variant, JvmRuntime runtime, ServerEnvironment environment) {
        if (variant.program() instanceof Program.Image service) {
            return logs.attempt(variant, runtime, log -> launch(service, variant, runtime, environment, log));
        }
        String java = javaVersion(runtime);
        Path jar = ServerJar.of(servers, variant);
        return logs.attempt(
                variant, runtime, log -> launch(variant, runtime, environment, java, jar.resolveSibling(""), log));
    }

    private RunningServer launch(
            Variant variant, JvmRuntime runtime, ServerEnvironment environment, String java, Path folder, Path log) {
        Endpoint endpoint = Endpoint.of(variant, engine.hostNetwork() ? Endpoint.LOOPBACK : "0.0.0.0", engine.host());
        JmxLogin login = JmxLogin.random();
        String jar = ServerContainer.SERVER_FOLDER + "/" + variant.jarName();
        List<String> arguments = ServerCommand.arguments(
                variant, runtime, environment, serverCpuCount(), endpoint, ServerContainer.JMX_FOLDER, jar);
        ServerContainer container = new ServerContainer(image(runtime), folder, log, login)
                .running(arguments)
                .withEnv(ServerCommand.variables(variant, runtime, environment, endpoint))
                .reachedBy(engine, endpoint);
        limit(container, runtime);
        String line = commandLine(runtime, engine.hostNetwork(), image(runtime), true, arguments);
        StartupAttempt boot = attempt(variant, runtime, java, environment.withoutSecrets(line), log, endpoint, login);
        return boot.await(
                started(container, runtime, boot, OptionalLong::of),
                variant.program().within());
    }

    /**
     * A service as an image. One that is told its port listens in the network of this machine, as all servers do; one
     * with a fixed port has a network of its own, so that there may be two. Where the engine's network is not that of
     * this machine, both are published.
     */
    private RunningServer launch(
            Program.Image service, Variant variant, JvmRuntime runtime, ServerEnvironment environment, Path log) {
        boolean ofMachine = engine.hostNetwork() && !variant.hasOwnNetwork();
        Endpoint endpoint = endpoint(variant, ofMachine);
        JmxLogin login = JmxLogin.random();
        List<String> words = ServerCommand.words(service.words(), service.port(), environment, endpoint);
        Map<String, String> variables = ServerCommand.variables(variant, runtime, environment, endpoint);
        ForeignContainer container = new ForeignContainer(engine.address(), service.name(), log).saying(words);
        if (service.jvm()) {
            variables = ServerCommand.withOptions(
                    withToolOptionsOf(service, variables),
                    variant,
                    runtime,
                    environment,
                    serverCpuCount(),
                    endpoint,
                    ServerContainer.JMX_FOLDER);
            int user = ImageUser.number(engine.client(), service.name());
            container.withCopyToContainer(
                    new OwnedFile(login.passwordFile(), user),
                    ServerContainer.JMX_FOLDER + "/" + JmxLogin.PASSWORD_FILE);
            container.withCopyToContainer(
                    new OwnedFile(login.accessFile(), user), ServerContainer.JMX_FOLDER + "/" + JmxLogin.ACCESS_FILE);
        }
        container.withEnv(variables);
        limit(container, runtime);
        if (ofMachine) {
            container.withNetworkMode("host");
        } else if (!engine.hostNetwork()) {
            int inside = variant.fixedPort().orElse(endpoint.port());
            container.published(
                    engine.address(), Map.of(inside, endpoint.port(), endpoint.jmxPort(), endpoint.jmxPort()));
        }
        String line = commandLine(runtime, ofMachine, service.name(), false, words);
        StartupAttempt boot = attempt(
                variant,
                runtime,
                "that of image " + service.name(),
                environment.withoutSecrets(line),
                log,
                endpoint,
                login);
        ContainerHandle handle =
                started(container, runtime, boot, service.jvm() ? ServiceProcess::jvm : ServiceProcess::of);
        StartupAttempt reached = endpoint.host().isEmpty() ? boot.at(address(container, handle, boot)) : boot;
        RunningServer server = reached.await(handle, service.within());
        if (service.jvm() && handle.firstPid().isPresent() && handle.pid().isEmpty()) {
            server.close();
            throw new ServerStartException(reached.message("'jvm: true' is said of image " + service.name()
                    + ", and its container runs no JVM, or several: take that key out, or let it run one"));
        }
        return server;
    }

    /** Those of the image would be replaced; those of the file replace them. */
    private Map<String, String> withToolOptionsOf(Program.Image service, Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(variables);
        engine.variable(service.name(), ServerCommand.TOOL_OPTIONS)
                .ifPresent(own -> all.putIfAbsent(ServerCommand.TOOL_OPTIONS, own));
        return all;
    }

    private Endpoint endpoint(Variant variant, boolean ofMachine) {
        if (ofMachine) {
            return Endpoint.of(variant, Endpoint.LOOPBACK, engine.host());
        }
        // Its address is known once it is started.
        return engine.hostNetwork()
                ? Endpoint.on(variant.fixedPort().getAsInt(), "0.0.0.0", "")
                : Endpoint.free("0.0.0.0", engine.host());
    }

    private static String address(ForeignContainer container, ContainerHandle handle, StartupAttempt boot) {
        try {
            return container.ownAddress();
        } catch (ServerStartException e) {
            String end = handle.endOr(String.valueOf(e.getMessage()));
            boolean ended = handle.unexpectedExit().isPresent();
            handle.close();
            throw new ServerStartException(
                    ended ? ServerStartException.Origin.SERVER : ServerStartException.Origin.ENVIRONMENT,
                    boot.message("the server could not be started in a container: " + end),
                    e);
        }
    }

    private StartupAttempt attempt(
            Variant variant,
            JvmRuntime runtime,
            String java,
            String commandLine,
            Path log,
            Endpoint endpoint,
            JmxLogin login) {
        return new StartupAttempt(
                variant, runtime, java, commandLine, log, endpoint, login, runtime.processors(serverCpuCount()));
    }

    private ContainerHandle started(
            LeashedContainer<?> container,
            JvmRuntime runtime,
            StartupAttempt boot,
            LongFunction<OptionalLong> service) {
        ContainerHandle handle = new ContainerHandle(
                container,
                pins() ? placement.serverCpus() : "",
                pins() ? placement.bootCpus() : "",
                runtime.limited() ? OptionalLong.of(CpuQuota.micros(runtime)) : OptionalLong.empty(),
                service,
                boot.variant().isJvm());
        try {
            handle.start();
            return handle;
        } catch (ContainerLaunchException | DockerException e) {
            String end =
                    handle.unexpectedExit().map(reason -> " (" + reason + ")").orElse("");
            handle.close();
            throw new ServerStartException(
                    boot.message("the server could not be started in a container" + end + ": "
                            + ContainerEngine.rootLine(e)),
                    e);
        }
    }

    private void limit(LeashedContainer<?> container, JvmRuntime runtime) {
        long bytes = runtime.memoryMebibytes() * 1024L * 1024L;
        container.withHostConfig(host -> {
            host.withMemory(bytes).withMemorySwap(bytes);
            // From the start, so that start-up is limited like the rest.
            if (runtime.limited()) {
                host.withCpuPeriod((long) CpuQuota.PERIOD_MICROS).withCpuQuota(CpuQuota.micros(runtime));
            }
            if (pins()) {
                host.withCpusetCpus(placement.bootCpus());
            }
        });
    }

    /** For the environment table. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("engine", engine.version() + " at " + engine.address());
        facts.put("engine storage driver", engine.storageDriver());
        facts.put("container network", engine.hostNetwork() ? "host" : "published ports of " + engine.host());
        javas.keySet().forEach(image -> {
            facts.put("image " + image, engine.imageId(image).orElse("gone"));
        });
        String generator = placement.pins() ? ", generator on CPU " + placement.generatorCpus() + " by taskset" : "";
        facts.put(
                "placement",
                pins()
                        ? "server on CPU " + placement.serverCpus() + " by cpuset, booted on all CPUs" + generator
                        : (engine.hostNetwork() ? placement.how() : "server not pinned") + ", sees " + serverCpuCount()
                                + " CPUs of the engine's machine" + generator);
        return facts;
    }

    /** CPU numbers of this machine mean something only to an engine on it. */
    private boolean pins() {
        return engine.hostNetwork() && placement.pins();
    }

    private int serverCpuCount() {
        return engine.hostNetwork() ? placement.serverCpuCount() : engine.cpus();
    }

    private String image(JvmRuntime runtime) {
        String image = runtime.image().orElse(images.get(runtime.java()));
        if (image == null) {
            throw new ServerStartException("There is no image for Java " + runtime.java()
                    + ". Name one with -Dloomgate.image." + runtime.java() + "=<image>.");
        }
        return image;
    }

    private String commandLine(
            JvmRuntime runtime, boolean ofMachine, String image, boolean java, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("docker", "run", "--memory=" + runtime.memoryMebibytes() + "m"));
        if (runtime.limited()) {
            words.add("--cpus=" + runtime.limits().get("cpu-limit"));
        }
        if (ofMachine) {
            words.add("--network=host");
        }
        if (pins()) {
            words.add("--cpuset-cpus=" + placement.serverCpus());
        }
        if (java) {
            words.add("--entrypoint=java");
        }
        words.add(image);
        words.addAll(arguments);
        return String.join(" ", words);
    }

    /**
     * The container of one server as Testcontainers starts it: all files copied in, so that the engine may be on
     * another machine.
     */
    private static final class ServerContainer extends LeashedContainer<ServerContainer> {
        static final String SERVER_FOLDER = "/server";
        static final String JMX_FOLDER = "/jmx";

        private static final int OWNER_ONLY = 0600;

        ServerContainer(String image, Path folder, Path log, JmxLogin login) {
            super(image, log);
            withCopyFileToContainer(MountableFile.forHostPath(folder), SERVER_FOLDER);
            withCopyToContainer(
                    Transferable.of(login.passwordFile(), OWNER_ONLY), JMX_FOLDER + "/" + JmxLogin.PASSWORD_FILE);
            withCopyToContainer(
                    Transferable.of(login.accessFile(), OWNER_ONLY), JMX_FOLDER + "/" + JmxLogin.ACCESS_FILE);
        }

        ServerContainer running(List<String> arguments) {
            return withCreateContainerCmdModifier(
                    create -> create.withEntrypoint("java").withCmd(arguments).withUser("0"));
        }

        ServerContainer reachedBy(ContainerEngine engine, Endpoint endpoint) {
            if (engine.hostNetwork()) {
                return withNetworkMode("host");
            }
            return published(
                    engine.address(), Map.of(endpoint.port(), endpoint.port(), endpoint.jmxPort(), endpoint.jmxPort()));
        }
    }

    /** A file that its reader owns alone, as a JVM wants it of a password. */
    private record OwnedFile(String content, int user) implements Transferable {
        @Override
        public long getSize() {
            return getBytes().length;
        }

        @Override
        public byte[] getBytes() {
            return content.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void transferTo(TarArchiveOutputStream tar, String destination) {
            TarArchiveEntry entry = new TarArchiveEntry(destination);
            entry.setSize(getSize());
            entry.setMode(ServerContainer.OWNER_ONLY);
            entry.setUserId(user);
            try {
                tar.putArchiveEntry(entry);
                tar.write(getBytes());
                tar.closeArchiveEntry();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
