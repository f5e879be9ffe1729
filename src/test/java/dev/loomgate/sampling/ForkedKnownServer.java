package dev.loomgate.sampling;

import static org.awaitility.Awaitility.await;

import dev.loomgate.server.JmxAddress;
import dev.loomgate.server.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@link KnownServer} in a JVM of its own, with the JMX settings a server under test is started with. */
final class ForkedKnownServer implements RunningServer {
    private final Process process;
    private final BufferedReader answers;
    private final JmxAddress jmx;
    private final boolean procVisible;
    private final boolean jvm;

    private ForkedKnownServer(
            Process process, BufferedReader answers, JmxAddress jmx, boolean procVisible, boolean jvm) {
        this.process = process;
        this.answers = answers;
        this.jmx = jmx;
        this.procVisible = procVisible;
        this.jvm = jvm;
    }

    static ForkedKnownServer start(Path folder, String... jvmArgs) throws IOException {
        return start(List.of(), folder, jvmArgs);
    }

    /** As a command whose first process is a shell that waits for it. */
    static ForkedKnownServer behindAShell(Path folder) throws IOException {
        return start(List.of("sh", "-c", "\"$0\" \"$@\"; exit $?"), folder);
    }

    private static ForkedKnownServer start(List<String> before, Path folder, String... jvmArgs) throws IOException {
        Path passwords = secret(folder.resolve("jmx.password"), "gate opensesame");
        Path rights = secret(folder.resolve("jmx.access"), "gate readwrite");
        int port = freePort();
        List<String> command = new ArrayList<>(before);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC"));
        command.addAll(List.of(jvmArgs));
        jmxSettings(port, passwords, rights)
                .forEach((key, value) -> command.add("-Dcom.sun.management.jmxremote." + key + "=" + value));
        command.addAll(List.of("-Djava.rmi.server.hostname=127.0.0.1", "-cp", classes(), KnownServer.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
        answers.readLine();
        return new ForkedKnownServer(
                process, answers, new JmxAddress("127.0.0.1", port, "gate", "opensesame"), true, before.isEmpty());
    }

    /** The same server as it looks from a machine that does not see its {@code /proc}. */
    ForkedKnownServer fromAfar() {
        return new ForkedKnownServer(process, answers, jmx, false, jvm);
    }

    /** The same server, asked at another address. */
    ForkedKnownServer at(JmxAddress address) {
        return new ForkedKnownServer(process, answers, address, procVisible, jvm);
    }

    long tell(String command, int first, int second) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8)
                .append(command + " " + first + " " + second + "\n")
                .flush();
        return Long.parseLong(answers.readLine());
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    }

    /** Stops every thread: the kernel stops them one by one, and until then the server may still answer. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        await("all threads are stopped").atMost(Duration.ofSeconds(10)).until(this::isStopped);
    }

    private boolean isStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                if (ProcText.stat(stat).state() != 'T') {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public boolean isJvm() {
        return jvm;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> jmxSettings(int port, Path passwords, Path rights) {
        return Map.of(
                "port",
                "" + port,
                "rmi.port",
                "" + port,
                "host",
                "127.0.0.1",
                "ssl",
                "false",
                "authenticate",
                "true",
                "password.file",
                passwords.toString(),
                "access.file",
                rights.toString());
    }

    private static Path secret(Path file, String content) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, content + "\n");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String classes() {
        try {
            return Path.of(KnownServer.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public JmxAddress jmx() {
        return jmx;
    }

    @Override
    public OptionalLong pid() {
        return procVisible ? OptionalLong.of(process.pid()) : OptionalLong.empty();
    }

    @Override
    public Set<Long> processes() {
        Set<Long> all = new LinkedHashSet<>();
        pid().ifPresent(all::add);
        process.descendants().map(ProcessHandle::pid).forEach(all::add);
        return procVisible ? all : Set.of();
    }

    @Override
    public URI baseUri() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration startup() {
        return Duration.ZERO;
    }

    @Override
    public String commandLine() {
        return "known server";
    }

    @Override
    public Map<String, String> effective() {
        return Map.of();
    }

    @Override
    public Map<String, String> askEffective() {
        return Map.of();
    }

    @Override
    public void unpin() {}

    @Override
    public Optional<String> pin() {
        return Optional.empty();
    }

    @Override
    public Optional<Death> death() {
        return Optional.empty();
    }

    @Override
    public Path log() {
        throw new UnsupportedOperationException();
    }
}
