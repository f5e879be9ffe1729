package dev.loomgate.faults;

import dev.loomgate.SetClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.opentest4j.TestAbortedException;

/**
 * The table: what is done to real runs, and what is right then. The second is written from what a user may expect, and
 * not from what the program does.
 */
final class Faults {
    private static final String KILLED = "killed";
    private static final String FROZEN = "frozen for 3 s";
    private static final String SIGNALLED = "signalled";
    private static final String MEMORY = "out of memory";
    private static final String DISK = "full disk";
    private static final String SHORT = "too little";
    private static final String CLOCK = "clock set";
    private static final String NEIGHBOUR = "neighbour";
    private static final String SERVER = "bad server";
    private static final String TWO = "two runs";

    private static final Duration FREEZE = Duration.ofSeconds(3);

    /**
     * The next iteration begins a second later, on Gatling's grid, and lasts 4 s: before that a frozen process only
     * delays it.
     */
    private static final Duration INTO_THE_LOAD = Duration.ofSeconds(2);

    private static final Duration A_BOOT = Duration.ofSeconds(3);
    private static final Duration TILL_REFUSED = Duration.ofSeconds(60);

    /** Anywhere in the seconds in which Maven compiles, and then in those in which it measures. */
    private static final List<Moment> LIFE_OF_MAVEN = List.of(
            Moment.after("warming the load generator", Duration.ofSeconds(10)),
            Moment.after("booting", Duration.ofSeconds(3)),
            Moment.within(Duration.ofSeconds(8)));

    private Faults() {}

    /** @param strikes how often each process is killed, each time at another moment */
    static List<Fault> all(int strikes) {
        List<Fault> all = new ArrayList<>();
        all.addAll(killed(strikes));
        all.addAll(frozen());
        all.addAll(signalled(strikes));
        all.addAll(starved());
        all.addAll(elsewhere());
        all.addAll(badServers());
        all.addAll(twoRuns());
        return all;
    }

    /** One of each kind that takes seconds, for every build. */
    static List<Fault> cheap() {
        return List.of(
                Fault.of(KILLED, "test JVM, kill -9, once", Recipe.scale("one"), Expected.killed())
                        .struckInTurnBy(List.of(testJvm("KILL", Moment.ofLife().get(1)))),
                whilePostgres("is unpacked", Moment.file("loomgate-postgres-", Duration.ofSeconds(1)), 1, false),
                outOfMemoryInHarness(false),
                fullTemporaryFolder(false),
                fewDescriptors(256),
                twoRuns().getFirst());
    }

    private static List<Fault> killed(int strikes) {
        Recipe two = Recipe.scale("two");
        List<Fault> all = new ArrayList<>(List.of(
                Fault.of(KILLED, "Maven, kill -9", two.byMaven(), Expected.killed())
                        .struckInTurnBy(times(strikes, LIFE_OF_MAVEN, moment -> leader("KILL", moment))),
                Fault.of(
                                KILLED,
                                "test JVM of Maven, kill -9",
                                two.byMaven(),
                                Expected.red().thenContinues())
                        .struckInTurnBy(List.of(testJvmOfMaven("KILL", LIFE_OF_MAVEN.get(1)))),
                Fault.of(KILLED, "test JVM, kill -9", two, Expected.killed())
                        .struckInTurnBy(times(strikes, Moment.ofLife(), moment -> testJvm("KILL", moment))),
                // It waits before its first line of Java: nothing in it can notice that the harness is gone.
                Fault.of(
                                KILLED,
                                "test JVM, kill -9, while a server hangs at boot",
                                Recipe.scale("hanging"),
                                new Expected(Expected.End.KILLED, Map.of(), List.of(), Expected.Continued.NOT))
                        .struckInTurnBy(List.of(testJvm("KILL", Moment.process("jdwp=", Duration.ofSeconds(2))))),
                Fault.of(KILLED, "database, kill -9", Recipe.scale("database"), databaseEnded())
                        .struckInTurnBy(times(
                                strikes,
                                List.of(Moment.after("booting", A_BOOT)),
                                moment -> signal("KILL", "database", Stage::database, moment)))));
        // Three strikes fit into one run: each server, and each generator, is another one.
        for (int run = 0; run < (strikes + 2) / 3; run++) {
            String nth = run == 0 ? "" : ", again (" + (run + 1) + ")";
            all.add(Fault.of(
                            KILLED,
                            "generator, kill -9, three times" + nth,
                            Recipe.scale("four"),
                            Expected.either().says("the load generator"))
                    .struckBy(thrice(moment -> signal("KILL", "generator", Stage::generator, moment))));
            all.add(Fault.of(
                            KILLED,
                            "server, kill -9, three of four" + nth,
                            Recipe.scale("mvc"),
                            Expected.red()
                                    .cell("first-mvc", "FAILED")
                                    .cell("second-mvc", "FAILED")
                                    .cell("third-mvc", "FAILED")
                                    .cell("fourth", "PASSED")
                                    .says("the server died|ended", "signal 9|SIGKILL|137"))
                    .struckBy(thrice(moment -> signal("KILL", "server", Stage::server, moment))));
        }
        all.add(Fault.of(
                KILLED,
                "container engine, kill -9",
                Recipe.scale("one").prepared(stage -> {
                    throw new TestAbortedException(
                            "needs a container engine of its own; KillIT looks at containers whose harness is killed");
                }),
                Expected.red()));
        return all;
    }

    /** What stands behind the servers is a part of the instrument: nothing is said about a server. */
    private static Expected databaseEnded() {
        return Expected.red()
                .cell("first", "INVALID")
                .cell("second", "INVALID")
                .says("the database has ended")
                .thenContinues();
    }

    private static Fault.Strike[] thrice(Function<Moment, Fault.Strike> strike) {
        return times(3, List.of(Moment.after("booting", A_BOOT)), strike).toArray(Fault.Strike[]::new);
    }

    private static List<Fault> frozen() {
        Recipe recipe = Recipe.scale("frozen");
        return List.of(
                Fault.of(FROZEN, "generator", recipe, Expected.green().says("the generator sent late"))
                        .struckBy(freeze("generator", Stage::generator)),
                Fault.of(
                                FROZEN,
                                "server",
                                recipe,
                                Expected.red().cell("first", "FAILED").says("max"))
                        .struckBy(freeze("server", Stage::server)),
                Fault.of(FROZEN, "harness", recipe, Expected.green().says("the sampler was blind"))
                        .struckBy(freeze("harness", stage -> stage.victim().pid())));
    }

    private static List<Fault> signalled(int strikes) {
        List<Fault> all = new ArrayList<>();
        Recipe two = Recipe.scale("two");
        Recipe database = Recipe.scale("database");
        for (String name : List.of("HUP", "INT", "TERM")) {
            all.add(Fault.of(SIGNALLED, name + " to the test JVM", two, Expected.killed())
                    .struckInTurnBy(List.of(testJvm(name, Moment.after("booting", A_BOOT)))));
            all.add(Fault.of(SIGNALLED, name + " to the group, with PostgreSQL", database, Expected.killed())
                    .struckInTurnBy(List.of(group(name, Moment.after("booting", A_BOOT)))));
        }
        all.add(Fault.of(SIGNALLED, "QUIT to the test JVM, which tells its threads", two, Expected.green())
                .struckBy(testJvm("QUIT", Moment.after("booting", A_BOOT))));
        all.add(Fault.of(
                        SIGNALLED,
                        "QUIT to the group, with PostgreSQL, which it ends",
                        database,
                        Expected.either().says("the database has ended").thenContinues())
                .struckInTurnBy(List.of(group("QUIT", Moment.after("booting", A_BOOT)))));
        all.add(Fault.of(SIGNALLED, "TERM to Maven", two.byMaven(), Expected.killed())
                .struckInTurnBy(List.of(leader("TERM", Moment.after("booting", A_BOOT)))));
        all.add(whilePostgres("is unpacked", Moment.file("loomgate-postgres-", Duration.ofSeconds(1)), strikes, true));
        all.add(whilePostgres("is created (initdb)", Moment.process("initdb", Duration.ofMillis(800)), strikes, true));
        all.add(whilePostgres("runs", Moment.process("/bin/postgres -D", Duration.ofSeconds(2)), strikes, true));
        return all;
    }

    private static Fault whilePostgres(String does, Moment moment, int strikes, boolean continued) {
        Expected killed = new Expected(
                Expected.End.KILLED,
                Map.of(),
                List.of(),
                continued ? Expected.Continued.GREEN : Expected.Continued.NOT);
        return Fault.of(SIGNALLED, "HUP to the group while PostgreSQL " + does, Recipe.scale("database"), killed)
                .struckInTurnBy(times(strikes, List.of(moment), each -> group("HUP", each)));
    }

    private static List<Fault> starved() {
        return List.of(
                Fault.of(
                        MEMORY,
                        "server: 1 MiB more per request, heap of 128 MiB",
                        Recipe.scale("leaking"),
                        Expected.red()
                                .cell("leaking", "FAILED")
                                .cell("second", "PASSED")
                                .says("OutOfMemoryError")),
                outOfMemoryInHarness(true),
                Fault.of(
                                DISK,
                                "under target/, when the first server boots",
                                Recipe.scale("two").prepared(stage -> fileSystem(stage.output(), "64m")),
                                Expected.red().says("No space left"))
                        .struckBy((stage, random) -> {
                            stage.await("booting");
                            fill(stage.output());
                            return "filled";
                        }),
                fullTemporaryFolder(true),
                fewDescriptors(256),
                Fault.of(
                        SHORT,
                        "one CPU (taskset -c 0)",
                        Recipe.scale("two").around("taskset", "-c", "0"),
                        Expected.green().says("there is one CPU")),
                Fault.of(
                        SHORT,
                        "16 free ports, in a network namespace of its own",
                        Recipe.scale("two")
                                .around(
                                        "unshare",
                                        "--net",
                                        "sh",
                                        "-c",
                                        "ip link set lo up && echo 40000 40015 >/proc/sys/net/ipv4/ip_local_port_range"
                                                + " && exec \"$@\"",
                                        "sh")
                                .prepared(stage -> {
                                    needs("network namespaces", "unshare", "--net", "true");
                                    return () -> {};
                                }),
                        Expected.either().says("port|address already in use|cannot assign requested address")));
    }

    private static Fault outOfMemoryInHarness(boolean continued) {
        Expected red = Expected.red().says("OutOfMemoryError|Java heap space");
        return Fault.of(
                MEMORY,
                "harness: heap of 14 MiB",
                Recipe.scale("two").jvm("-Xmx14m"),
                continued ? red.thenContinues() : red);
    }

    private static Fault fullTemporaryFolder(boolean continued) {
        Expected red = Expected.red().says("No space left");
        return Fault.of(
                DISK,
                "under the temporary folder, with PostgreSQL",
                Recipe.scale("database").prepared(stage -> fileSystem(stage.temporary(), "32m")),
                continued ? red.thenContinues() : red);
    }

    private static Fault fewDescriptors(int most) {
        return Fault.of(
                SHORT,
                "descriptors: " + most,
                Recipe.scale("two").around("prlimit", "--nofile=" + most + ":" + most),
                Expected.red().says("open files"));
    }

    private static List<Fault> elsewhere() {
        return List.of(
                clock("forward", "+60s"),
                clock("back", "-60s"),
                Fault.of(
                        NEIGHBOUR,
                        "takes a third of the server's CPU in bouts of 300 ms",
                        Recipe.scale("frozen").guard("foreign-cpu", "10 %").prepared(stage -> bouts()),
                        Expected.red()
                                .cell("first", "INVALID")
                                .cell("second", "INVALID")
                                .says("other processes")));
    }

    private static Fault clock(String which, String offset) {
        return Fault.of(
                        CLOCK,
                        "a minute " + which + ", for the harness",
                        Recipe.scale("frozen").environment(stage -> clock(stage).environment(Stage.HARNESS)),
                        Expected.green().says("the clock jumped"))
                .struckBy((stage, random) -> {
                    stage.await("iteration 1:");
                    stage.victim().letRun(INTO_THE_LOAD);
                    clock(stage).setTo(offset);
                    return "set by " + offset;
                });
    }

    private static SetClock clock(Stage stage) {
        try {
            SetClock clock = SetClock.in(stage.folder());
            if (!clock.canBeSet()) {
                throw new TestAbortedException("libfaketime is not installed (apt-get install faketime)");
            }
            return clock;
        } catch (IOException e) {
            throw new FaultException("no clock: " + e.getMessage());
        }
    }

    private static List<Fault> badServers() {
        return List.of(
                Fault.of(
                        SERVER,
                        "hangs at boot",
                        Recipe.scale("hanging"),
                        Expected.red()
                                .cell("hanging", "FAILED")
                                .cell("second", "PASSED")
                                .says("did not answer|no answer")),
                Fault.of(
                        SERVER,
                        "answers 500s, one in five",
                        Recipe.scale("failing"),
                        Expected.red()
                                .cell("failing", "FAILED")
                                .cell("second", "PASSED")
                                .says("errors is 20 %")),
                Fault.of(
                        SERVER,
                        "answers other people's bodies, every other 300 ms",
                        Recipe.scale("wrong"),
                        Expected.red()
                                .cell("wrong", "FAILED")
                                .cell("second", "PASSED")
                                .says("wrong-answers|wrong answers|answered the body 'wrong'")),
                Fault.of(
                        SERVER,
                        "answers half bodies, one in five",
                        Recipe.scale("halving"),
                        Expected.red()
                                .cell("halving", "FAILED")
                                .cell("second", "PASSED")
                                .says("errors is|wrong-answers is")),
                Fault.of(
                        SERVER,
                        "stops answering for 5 s",
                        Recipe.scale("silent"),
                        Expected.red()
                                .cell("silent", "FAILED")
                                .cell("second", "PASSED")
                                .says("max is")));
    }

    private static List<Fault> twoRuns() {
        return List.of(beside("one checkout", ""), beside("two checkouts", "other"));
    }

    private static Fault beside(String where, String output) {
        Recipe recipe = Recipe.scale("one");
        return Fault.of(
                        TWO,
                        "at once, in " + where + ": the second is refused and names the first",
                        recipe,
                        Expected.green())
                .struckBy((stage, random) -> {
                    stage.await("warming the load generator");
                    Victim second = stage.startBeside(recipe, stage.output().resolve(output));
                    int code = second.exitCode(TILL_REFUSED);
                    String said = second.console();
                    if (code == 0 || !said.contains("another Loomgate run")) {
                        throw new FaultException("the second run was not refused, exit code " + code + ": " + said);
                    }
                    if (!said.contains(String.valueOf(stage.victim().pid()))) {
                        throw new FaultException("the refusal does not name the process of the first run, "
                                + stage.victim().pid() + ": "
                                + said.lines()
                                        .filter(line -> line.contains("another Loomgate run"))
                                        .findFirst()
                                        .orElse(""));
                    }
                    return "refused";
                });
    }

    /** Who is meant. */
    private interface Target {
        long pid(Stage stage) throws Exception;
    }

    private static Fault.Strike signal(String name, String who, Target target, Moment moment) {
        return (stage, random) -> {
            moment.await(stage, random);
            long pid = target.pid(stage);
            Signals.toProcess(name, pid);
            return name + " to " + who + " " + pid;
        };
    }

    /** The process that the run was started as: Maven, or the test JVM where there is no Maven. */
    private static Fault.Strike leader(String name, Moment moment) {
        return signal(name, "process", stage -> stage.victim().pid(), moment);
    }

    private static Fault.Strike testJvm(String name, Moment moment) {
        return signal(name, "test JVM", stage -> stage.victim().pid(), moment);
    }

    private static Fault.Strike testJvmOfMaven(String name, Moment moment) {
        return signal(name, "test JVM", Stage::testJvm, moment);
    }

    private static Fault.Strike group(String name, Moment moment) {
        return (stage, random) -> {
            moment.await(stage, random);
            Signals.toGroup(name, stage.victim().pid());
            return name + " to group " + stage.victim().pid();
        };
    }

    private static Fault.Strike freeze(String who, Target target) {
        return (stage, random) -> {
            stage.await("iteration 1:");
            stage.victim().letRun(INTO_THE_LOAD);
            long pid = target.pid(stage);
            Signals.toProcess("STOP", pid);
            try {
                stage.victim().letRun(FREEZE);
            } finally {
                Signals.toProcess("CONT", pid);
            }
            return "froze " + who + " " + pid;
        };
    }

    private static List<Fault.Strike> times(int strikes, List<Moment> moments, Function<Moment, Fault.Strike> strike) {
        return IntStream.range(0, strikes)
                .mapToObj(i -> strike.apply(moments.get(i % moments.size())))
                .toList();
    }

    private static void needs(String what, String... trial) {
        if (!Stage.succeeds(trial)) {
            throw new TestAbortedException("needs the right to use " + what);
        }
    }

    /** A small file system of its own in that place. */
    private static AutoCloseable fileSystem(Path place, String size) throws IOException, InterruptedException {
        if (!Stage.succeeds("mount", "-t", "tmpfs", "-o", "size=" + size, "loomgate-faults", place.toString())) {
            throw new TestAbortedException("needs the right to mount a small file system");
        }
        return () -> {
            if (!Stage.succeeds("umount", "--lazy", place.toString())) {
                throw new FaultException("cannot unmount " + place);
            }
        };
    }

    private static void fill(Path folder) throws IOException, InterruptedException {
        int unused = new ProcessBuilder("sh", "-c", "cat /dev/zero >\"$0\"/filler 2>/dev/null", folder.toString())
                .start()
                .waitFor();
    }

    private static AutoCloseable bouts() throws IOException {
        // Ends by itself, even when this JVM dies.
        String spin = "end=$(($(date +%s%3N) + 300)); while [ $(date +%s%3N) -lt $end ]; do :; done; sleep 0.6";
        Process process = new ProcessBuilder(
                        "timeout", "120", "taskset", "-c", "0", "sh", "-c", "while :; do " + spin + "; done")
                .start();
        return () -> {
            process.destroy();
            process.onExit().join();
        };
    }
}
