package dev.loomgate.server;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.PortBinding;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.ContainerEngine.ImageJava;
import dev.loomgate.server.ControlGroups.CpuQuota;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
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
    private final Duration limit;
    private final Map<String, Jdk> javas = new ConcurrentHashMap<>();

    ContainerLauncher(
            ContainerEngine engine,
            Map<Integer, String> images,
            Path servers,
            Path logs,
            Placement placement,
            Duration limit) {
        this.engine = engine;
        this.images = Map.copyOf(images);
        this.servers = servers;
        this.logs = new LogFiles(logs);
        this.placement = placement;
        this.limit = limit;
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
    public RunningServer launch(Variant variant, JvmRuntime runtime, ServerEnvironment surroundings) {
        String java = javaVersion(runtime);
        Path jar = ServerJar.of(servers, variant);
        return logs.attempt(
                variant, runtime, log -> launch(variant, runtime, surroundings, java, jar.resolveSibling(""), log));
    }

    private RunningServer launch(
            Variant variant, JvmRuntime runtime, ServerEnvironment surroundings, String java, Path folder, Path log) {
        Endpoint endpoint = Endpoint.free(engine.hostNetwork() ? Endpoint.LOOPBACK : "0.0.0.0", engine.host());
        JmxLogin login = JmxLogin.random();
        String jar = ServerContainer.SERVER_FOLDER + "/" + variant.jarName();
        List<String> arguments = ServerCommand.arguments(
                variant, runtime, surroundings, serverCpuCount(), endpoint, ServerContainer.JMX_FOLDER, jar);
        ServerContainer container = new ServerContainer(image(runtime), folder, log, login)
                .running(arguments)
                .withEnv(ServerCommand.variables(variant, runtime, surroundings, endpoint))
                .limitedTo(runtime, pins() ? placement.bootCpus() : "")
                .reachedBy(engine, endpoint);
        StartupAttempt boot = new StartupAttempt(
                variant,
                runtime,
                java,
                surroundings.withoutSecrets(commandLine(runtime, arguments)),
                log,
                endpoint,
                login,
                runtime.processors(serverCpuCount()));
        ContainerVessel vessel = new ContainerVessel(
                container,
                pins() ? placement.serverCpus() : "",
                pins() ? placement.bootCpus() : "",
                runtime.limited() ? OptionalLong.of(CpuQuota.micros(runtime)) : OptionalLong.empty());
        try {
            vessel.start();
        } catch (ContainerLaunchException | DockerException e) {
            String end =
                    vessel.unexpectedExit().map(reason -> " (" + reason + ")").orElse("");
            vessel.close();
            throw new ServerStartException(
                    boot.message("the server could not be started in a container" + end + ": "
                            + ContainerEngine.rootLine(e)),
                    e);
        }
        return boot.await(vessel, variant.readyWithin().orElse(limit));
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

    private String commandLine(JvmRuntime runtime, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("docker", "run", "--memory=" + runtime.memoryMebibytes() + "m"));
        if (runtime.limited()) {
            words.add("--cpus=" + runtime.limits().get("cpu-limit"));
        }
        if (engine.hostNetwork()) {
            words.add("--network=host");
        }
        if (pins()) {
            words.add("--cpuset-cpus=" + placement.serverCpus());
        }
        words.addAll(List.of("--entrypoint=java", image(runtime)));
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

        ServerContainer limitedTo(JvmRuntime runtime, String cpus) {
            long bytes = runtime.memoryMebibytes() * 1024L * 1024L;
            return withHostConfig(host -> {
                host.withMemory(bytes).withMemorySwap(bytes);
                // From the start, so that start-up is limited like the rest.
                if (runtime.limited()) {
                    host.withCpuPeriod((long) CpuQuota.PERIOD_MICROS).withCpuQuota(CpuQuota.micros(runtime));
                }
                if (!cpus.isEmpty()) {
                    host.withCpusetCpus(cpus);
                }
            });
        }

        ServerContainer reachedBy(ContainerEngine engine, Endpoint endpoint) {
            if (engine.hostNetwork()) {
                return withNetworkMode("host");
            }
            String bind = engine.address().local() ? Endpoint.LOOPBACK : "0.0.0.0";
            withExposedPorts(endpoint.port(), endpoint.jmxPort());
            return withHostConfig(host -> host.withPortBindings(
                    PortBinding.parse(bind + ":" + endpoint.port() + ":" + endpoint.port()),
                    PortBinding.parse(bind + ":" + endpoint.jmxPort() + ":" + endpoint.jmxPort())));
        }
    }
}
