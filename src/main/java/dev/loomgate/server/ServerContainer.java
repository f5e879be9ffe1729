package dev.loomgate.server;

import com.github.dockerjava.api.model.PortBinding;
import dev.loomgate.plan.JvmRuntime;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.MountableFile;

/** The container of one server as Testcontainers starts it: all files copied in, so that the engine may be on another machine. */
final class ServerContainer extends LeashedContainer<ServerContainer> {
    static final String SERVER_FOLDER = "/server";
    static final String JMX_FOLDER = "/jmx";

    private static final int OWNER_ONLY = 0600;

    ServerContainer(String image, Path folder, Path log, JmxLogin login) {
        super(image, log);
        withCopyFileToContainer(MountableFile.forHostPath(folder), SERVER_FOLDER);
        withCopyToContainer(
                Transferable.of(login.passwordFile(), OWNER_ONLY), JMX_FOLDER + "/" + JmxLogin.PASSWORD_FILE);
        withCopyToContainer(Transferable.of(login.accessFile(), OWNER_ONLY), JMX_FOLDER + "/" + JmxLogin.ACCESS_FILE);
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
