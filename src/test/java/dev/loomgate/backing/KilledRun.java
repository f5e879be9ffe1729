package dev.loomgate.backing;

import dev.loomgate.faults.AsInATerminal;
import dev.loomgate.server.OwnedFolder;
import dev.loomgate.server.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * A harness in a process group of its own, as a test kills it, and what can be seen of it from outside: processes and
 * folders below one path.
 */
final class KilledRun {
    enum Moment {
        UNPACKING,
        INITDB,
        RUNNING
    }

    enum Target {
        HARNESS,
        GUARD,
        POSTMASTER,
        GROUP
    }

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path base;
    private final Path temporary;
    private final Process harness;
    private final Path output;

    private KilledRun(Path base, Path temporary, Path output, Process harness) {
        this.base = base;
        this.temporary = temporary;
        this.output = output;
        this.harness = harness;
    }

    /** @param base holds the servers; no other process may be about a path below it */
    static KilledRun start(Path base, Path servers) throws IOException {
        Path temporary = Files.createDirectories(base.resolve("tmp"));
        Path output = Files.createTempFile(base, "said", "");
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(AsInATerminal.prefix());
        command.addAll(List.of(
                SmallPlans.java().toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KilledBacking.class.getName(),
                servers.toString(),
                "PROCESS"));
        Process harness = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new KilledRun(base, temporary, output, harness);
    }

    void await(Moment moment) {
        waiting("the moment " + moment).until(() -> switch (moment) {
            case UNPACKING -> hasPrograms();
            case INITDB -> running("initdb").findAny().isPresent();
            case RUNNING -> ready();
        });
    }

    private ConditionFactory waiting(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .failFast("the harness has ended: " + said(), () -> !harness.isAlive())
                .atMost(PATIENCE);
    }

    void send(String signal, Target target) {
        switch (target) {
            case HARNESS -> Signals.send(signal, harness.pid());
            case GROUP -> Signals.send(signal, -harness.pid());
            case GUARD -> Signals.send(signal, guard().orElseThrow().pid());
            case POSTMASTER -> Signals.send(signal, postmaster().orElseThrow().pid());
        }
    }

    boolean alive() {
        return harness.isAlive();
    }

    boolean ready() {
        return said().contains("READY");
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a test that has ended: the JVM ends by itself. */
    void end() {
        try {
            harness.getOutputStream().close();
        } catch (IOException e) {
            // It has ended before.
        }
    }

    void killWhatIsLeft() {
        harness.destroyForcibly();
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    private boolean hasPrograms() {
        return folders().stream().anyMatch(folder -> Files.isDirectory(folder.resolve("bin")));
    }

    Optional<ProcessHandle> postmaster() {
        return running("postgres")
                .filter(process -> process.parent()
                        .filter(parent -> parent.pid() == harness.pid())
                        .isPresent())
                .findFirst();
    }

    /** By the program that runs: a backend shows another name on its command line. */
    private Stream<ProcessHandle> running(String program) {
        return processes().stream()
                .filter(process -> process.info()
                        .command()
                        .filter(command -> command.startsWith(temporary.toString()) && command.endsWith("/" + program))
                        .isPresent());
    }

    Optional<ProcessHandle> guard() {
        return processes().stream()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> arguments.length == 3
                                && arguments[2].contains("loomgate-postgres-")
                                && arguments[0].equals("-c"))
                        .isPresent())
                .findFirst();
    }

    /** Everything in the temporary folder that carries Loomgate's name. */
    List<Path> folders() {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("loomgate-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Guards, downstream service and all of PostgreSQL: by program or by command line. */
    List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> about(process.info()))
                .filter(process -> !Zombies.isOne(process))
                .toList();
    }

    private boolean about(ProcessHandle.Info info) {
        return info.command()
                        .filter(command -> command.startsWith(base.toString()))
                        .isPresent()
                || info.arguments()
                        .filter(arguments -> Stream.of(arguments).anyMatch(one -> one.contains(base.toString())))
                        .isPresent();
    }

    /** What is left, in words; empty when nothing is. */
    List<String> left() {
        List<String> left = new ArrayList<>();
        // Its class path is too long for the system to show its command line.
        if (harness.isAlive()) {
            left.add("process " + harness.pid() + ", the harness");
        }
        processes()
                .forEach(process -> left.add("process " + process.pid() + " "
                        + process.info().commandLine().orElse("?").replace('\n', ' ')));
        folders().forEach(folder -> left.add("folder " + folder));
        return left;
    }

    List<String> sweep() {
        List<String> said = new ArrayList<>();
        OwnedFolder.sweep(temporary, said::add);
        return said;
    }

    /** An ended process whose parent has not fetched its exit code holds nothing. */
    private static final class Zombies {
        static boolean isOne(ProcessHandle process) {
            try {
                String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
                return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
            } catch (IOException e) {
                return true;
            }
        }
    }
}
