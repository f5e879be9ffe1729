package dev.loomgate.load;

import dev.loomgate.plan.GatlingSimulation;
import io.gatling.app.Gatling$;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The generator JVM: lives through a whole suite and runs one Gatling simulation per order. Standard input and output
 * carry the protocol; everything that Gatling prints goes to standard error, which the harness keeps as a log. It ends
 * at once when standard input ends, that is, when the harness is gone.
 */
public final class GeneratorMain {
    private final Wire<GeneratorCommand, GeneratorEvent> wire;
    private final BlockingQueue<LoadOrder> orders = new LinkedBlockingQueue<>();
    private final GeneratorOptions options;
    private volatile @Nullable GeneratorWork current;

    private GeneratorMain(GeneratorOptions options, Wire<GeneratorCommand, GeneratorEvent> wire) {
        this.options = options;
        this.wire = wire;
    }

    /** Takes the class name of the simulation to run. */
    public static void main(String[] args) throws InterruptedException {
        OutputStream protocol = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        GeneratorMain main = new GeneratorMain(
                GeneratorOptions.of(System::getProperty),
                new Wire<>(new FileInputStream(FileDescriptor.in), protocol, GeneratorCommand.class));
        Thread reader = new Thread(main::readCommands, "loomgate commands");
        reader.setDaemon(true);
        reader.start();
        main.wire.send(new GeneratorEvent.Ready(ProcessHandle.current().pid()));
        main.runOrders(args[0]);
    }

    /** Without commands the load is not needed any more: the harness is gone, or sent one that can't be obeyed. */
    private void readCommands() {
        int status = 0;
        try {
            for (var command = wire.receive(); command.isPresent(); command = wire.receive()) {
                obey(command.get());
            }
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            status = 1;
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    private void obey(GeneratorCommand command) {
        switch (command) {
            case GeneratorCommand.Run order -> orders.add(order.order());
            case GeneratorCommand.Renew renew -> running().renew(renew.tokens());
            case GeneratorCommand.Go go -> running().go(go.requestsPerSecond(), go.spacing());
            case GeneratorCommand.Enough enough -> running().enough();
        }
    }

    private GeneratorWork running() {
        return Objects.requireNonNull(current, "nothing runs");
    }

    private void runOrders(String simulation) throws InterruptedException {
        while (true) {
            LoadOrder order = orders.take();
            String failure = order.clients() instanceof GatlingSimulation own
                    ? played(order, own)
                    : carriedOut(order, simulation);
            current = null;
            wire.send(new GeneratorEvent.RunEnded(order.reportFolder(), failure, usedHeapBytes()));
        }
    }

    /** What went wrong; empty when nothing did. */
    private String carriedOut(LoadOrder order, String simulation) {
        try (GeneratorRun run = new GeneratorRun(order, options, wire)) {
            current = run;
            LoadScript.use(run.script());
            return runGatling(simulation, Path.of(order.reportFolder()));
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            return "the load could not be prepared: " + Failure.inWords(e);
        } finally {
            LoadScript.use(null);
        }
    }

    /** The same for a simulation of the user's. */
    private String played(LoadOrder order, GatlingSimulation simulation) {
        try {
            FailureLog.revive();
            System.setProperty(SimulationRun.URL_PROPERTY, order.address().baseUrl());
            System.setProperty(SimulationRun.TOKEN_PROPERTY, order.address().token());
            SimulationRun run =
                    new SimulationRun(order, simulation, System.getProperty(SimulationClasses.PROPERTY, ""), wire);
            current = run;
            run.play();
            return "";
        } catch (SimulationException e) {
            if (e.getCause() != null) {
                e.printStackTrace();
            }
            return String.valueOf(e.getMessage());
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            return simulation.inWords() + " broke: " + Failure.inWords(e);
        }
    }

    private static String runGatling(String simulation, Path results) {
        try {
            int code = Gatling$.MODULE$.fromArgs(new String[] {
                "--simulation", simulation, "--results-folder", results.toString(), "--run-description", "loomgate"
            });
            return code == 0 ? "" : "Gatling ended with status " + code;
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            return "Gatling crashed: " + Failure.inWords(e);
        }
    }

    private static long usedHeapBytes() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
