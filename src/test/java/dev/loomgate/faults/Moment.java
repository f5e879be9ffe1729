package dev.loomgate.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * When a fault strikes: something that the run shows is awaited, and then a random time passes, because a moment that
 * nothing announces is the point.
 */
interface Moment {
    void await(Stage stage, Random random) throws Exception;

    /** The random time is drawn evenly between none and {@code atMost}. */
    static Moment after(String line, Duration atMost) {
        return (stage, random) -> {
            stage.await(line);
            letRun(stage, random, atMost);
        };
    }

    /** Some moment after the start of the process. */
    static Moment within(Duration atMost) {
        return (stage, random) -> letRun(stage, random, atMost);
    }

    /** A process of the run has this in its command line. */
    static Moment process(String command, Duration atMost) {
        return (stage, random) -> {
            if (stage.victim()
                    .await(member -> member.command().contains(command))
                    .isEmpty()) {
                throw new FaultException("the run never started " + command);
            }
            letRun(stage, random, atMost);
        };
    }

    /** The temporary folder has an entry whose name begins so. */
    static Moment file(String prefix, Duration atMost) {
        return (stage, random) -> {
            for (int i = 0; i < 3000 && stage.victim().alive() && !hasFile(stage.temporary(), prefix); i++) {
                stage.victim().letRun(Duration.ofMillis(10));
            }
            letRun(stage, random, atMost);
        };
    }

    private static boolean hasFile(Path folder, String prefix) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        }
    }

    private static void letRun(Stage stage, Random random, Duration atMost) throws InterruptedException {
        stage.victim().letRun(Duration.ofMillis(random.nextLong(Math.max(1, atMost.toMillis()))));
    }

    /**
     * Three stretches of the life of a run, in turn: the generator's rehearsal, the boot of a server, and load on it.
     */
    static List<Moment> ofLife() {
        return List.of(
                after("warming the load generator", Duration.ofSeconds(10)),
                after("booting", Duration.ofSeconds(2)),
                after("iteration 1:", Duration.ofSeconds(3)));
    }
}
