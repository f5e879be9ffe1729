package dev.loomgate.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A booted server, whatever it lives in. */
final class ReadyServer implements RunningServer {
    private final StartupAttempt boot;
    private final ServerHandle vessel;
    private final Duration startup;
    private final Map<String, String> effective;

    ReadyServer(StartupAttempt boot, ServerHandle vessel, Duration startup, Map<String, String> effective) {
        this.boot = boot;
        this.vessel = vessel;
        this.startup = startup;
        this.effective = Collections.unmodifiableMap(new LinkedHashMap<>(effective));
    }

    @Override
    public URI baseUri() {
        return boot.endpoint().baseUri();
    }

    @Override
    public JmxAddress jmx() {
        return new JmxAddress(
                boot.endpoint().host(),
                boot.endpoint().jmxPort(),
                boot.login().user(),
                boot.login().password());
    }

    @Override
    public OptionalLong pid() {
        return vessel.pid();
    }

    @Override
    public Duration startup() {
        return startup;
    }

    @Override
    public String commandLine() {
        return boot.commandLine();
    }

    @Override
    public Map<String, String> effective() {
        return effective;
    }

    @Override
    public Map<String, String> askEffective() throws IOException {
        return boot.askEffective();
    }

    @Override
    public void unpin() {
        vessel.unpin();
    }

    @Override
    public Optional<String> pin() {
        try {
            vessel.pin();
            return Optional.empty();
        } catch (ServerStartException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Optional<Death> death() {
        return vessel.unexpectedExit().map(reason -> new Death(reason, commandLine(), LogTail.of(log())));
    }

    @Override
    public Path log() {
        return boot.log();
    }

    @Override
    public void close() {
        vessel.close();
    }

    @Override
    public String toString() {
        return boot.variant().name() + " on " + boot.runtime().name() + " at " + baseUri();
    }
}
