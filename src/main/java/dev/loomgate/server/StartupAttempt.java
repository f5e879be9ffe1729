package dev.loomgate.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.ServerStartException.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * One start of a server, until its first good answer.
 *
 * @param java version of the Java it runs on
 * @param commandLine without secrets
 * @param processors that it is told it has
 */
record StartupAttempt(
        Variant variant,
        JvmRuntime runtime,
        String java,
        String commandLine,
        Path log,
        Endpoint endpoint,
        JmxLogin login,
        int processors) {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The same, once it is known how it is reached. */
    StartupAttempt at(String host) {
        return new StartupAttempt(
                variant, runtime, java, commandLine, log, endpoint.reachedAt(host), login, processors);
    }

    /**
     * Waits for the first good answer, pins the server and asks it for its effective settings; closes it when any of
     * that fails.
     */
    RunningServer await(ServerHandle handle, Duration limit) {
        try {
            Duration startup = Duration.ofNanos(firstAnswerNanos(handle, limit) - handle.startedNanos());
            String cpus = handle.pin();
            Map<String, String> effective = effective(handle, cpus);
            JmxAddress jmx = new JmxAddress(endpoint.host(), endpoint.jmxPort(), login.user(), login.password());
            return new ReadyServer(
                    this, handle, baseUri(), jmx, startup, commandLine, Collections.unmodifiableMap(effective), log);
        } catch (RuntimeException | Error e) {
            handle.close();
            throw e;
        }
    }

    private URI baseUri() {
        return endpoint.baseUri(variant.protocol().scheme());
    }

    private long firstAnswerNanos(ServerHandle handle, Duration limit) {
        AtomicLong answered = new AtomicLong();
        AtomicInteger answer = new AtomicInteger();
        try {
            // In this thread: with Awaitility's own a slow poll would shift the following ones.
            Awaitility.await()
                    .dontCatchUncaughtExceptions()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(limit)
                    .until(() ->
                            answers(answered, answer) || handle.unexpectedExit().isPresent());
        } catch (ConditionTimeoutException e) {
            throw new ServerStartException(
                    Origin.SERVER,
                    message("the server did not answer GET " + baseUri()
                            + variant.program().ready() + " within " + limit.toSeconds() + " s" + last(answer)
                            + cpuTime(handle)));
        }
        failIfEnded(handle);
        return answered.get();
    }

    private boolean answers(AtomicLong answered, AtomicInteger status) {
        try {
            HttpAnswer answer = HttpAnswer.to(
                    variant.protocol(), baseUri().resolve(variant.program().ready()), ANSWER_LIMIT);
            answered.set(System.nanoTime());
            status.set(answer.status());
            return answer.good();
        } catch (WrongProtocolException e) {
            throw new ServerStartException(
                    Origin.SERVER,
                    message("the server was asked for GET " + baseUri()
                            + variant.program().ready() + ": " + e.getMessage()),
                    e);
        } catch (IOException e) {
            return false;
        }
    }

    /** Tells a wrong path from a port without a listener. */
    private String last(AtomicInteger status) {
        return status.get() == 0
                ? " as it should: nothing listened there, or what came was no answer"
                        + (variant.protocol().tls() ? " over TLS, as 'tls' of the file wants it" : "")
                : ", it answered status " + status;
    }

    /** Tells one that hangs from one that needs longer. */
    private static String cpuTime(ServerHandle handle) {
        return handle.pid().stream()
                .boxed()
                .findFirst()
                .flatMap(ProcessHandle::of)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(time -> "; it has used " + time.toMillis() + " ms of CPU time")
                .orElse("");
    }

    private Map<String, String> effective(ServerHandle handle, String cpus) {
        try {
            Map<String, String> effective = askEffective();
            failIfEnded(handle);
            effective.put("launcher.cpus", cpus.isEmpty() ? "not pinned" : cpus);
            effective.put("launcher.java", java);
            if (handle.limitsMemory()) {
                effective.put("launcher.memory-limit", String.valueOf(runtime.memoryMebibytes()));
            }
            return effective;
        } catch (JsonProcessingException e) {
            throw new ServerStartException(
                    Origin.SERVER,
                    message(
                            "the server answered GET /effective with something else than a flat JSON object of strings"),
                    e);
        } catch (IOException e) {
            failIfEnded(handle);
            throw new ServerStartException(Origin.SERVER, message("the server did not answer GET /effective: " + e), e);
        }
    }

    /** What the server itself says, now; of one that keeps no contract, what it was told. */
    Map<String, String> askEffective() throws IOException {
        if (!variant.keepsContract()) {
            return new TreeMap<>(Map.of("processors", String.valueOf(processors)));
        }
        HttpAnswer answer = HttpAnswer.to(baseUri().resolve("/effective"), Duration.ofSeconds(10));
        if (!answer.good()) {
            throw new IOException("answered with status " + answer.status());
        }
        return new TreeMap<>(JSON.readValue(answer.body(), new TypeReference<Map<String, String>>() {}));
    }

    private void failIfEnded(ServerHandle handle) {
        Optional<ExitReason> end = handle.unexpectedExit();
        if (end.isPresent()) {
            throw new ServerStartException(
                    end.get().fromOutside() ? Origin.ENVIRONMENT : Origin.SERVER,
                    message("the server ended while it was starting: " + end.get()));
        }
    }

    /** Variant and runtime are not in it: every report names the cell or the arm beside it. */
    String message(String what) {
        return what + "\nJava: " + java + "\ncommand line: " + commandLine + LogTail.inMessage(log);
    }

    /** A booted server, whatever it lives in. */
    private record ReadyServer(
            StartupAttempt boot,
            ServerHandle handle,
            URI baseUri,
            JmxAddress jmx,
            Duration startup,
            String commandLine,
            Map<String, String> effective,
            Path log)
            implements RunningServer {
        @Override
        public OptionalLong pid() {
            return handle.pid();
        }

        @Override
        public Set<Long> processes() {
            return handle.processes();
        }

        @Override
        public boolean isJvm() {
            return boot.variant().isJvm();
        }

        @Override
        public Map<String, String> askEffective() throws IOException {
            return boot.askEffective();
        }

        @Override
        public void unpin() {
            handle.unpin();
        }

        @Override
        public Optional<String> pin() {
            try {
                handle.pin();
                return Optional.empty();
            } catch (ServerStartException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public Optional<Death> death() {
            return handle.unexpectedExit().map(reason -> new Death(reason, commandLine, LogTail.of(log)));
        }

        @Override
        public void close() {
            handle.close();
        }

        @Override
        public String toString() {
            return boot.variant().name() + " on " + boot.runtime().name() + " at " + baseUri;
        }
    }
}
