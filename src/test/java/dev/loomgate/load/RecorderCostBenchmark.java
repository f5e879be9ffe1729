package dev.loomgate.load;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the generator costs, one question at a time. */
public final class RecorderCostBenchmark {
    private RecorderCostBenchmark() {}

    /**
     * Prints the answer.
     *
     * @param target the build folder
     */
    public static void run(String question, Path target) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(target.resolve("recorder-cost"));
        Placement placement = Placement.ofMachine();
        GeneratorSetup setup = new GeneratorSetup(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                placement,
                folder.resolve("generator.log"));
        System.out.println("server CPUs: " + placement.serverCpus() + ", generator CPUs: " + placement.generatorCpus()
                + " (" + placement.how() + ")");
        try (BenchmarkServer server = BenchmarkServer.start(target.resolve("servers"), placement, folder)) {
            switch (question) {
                case "cost" -> compare(setup, server.baseUrl(), folder);
                case "heap" -> GeneratorStamina.heapOverOrders(setup, server.baseUrl(), folder);
                case "overload" -> GeneratorStamina.overload(setup, server.baseUrl(), folder);
                default -> throw new IllegalArgumentException("cost, heap or overload, was " + question);
            }
        }
    }

    /** Both simulations run in one JVM with the generator's own flags, or its JIT's mood would be compared. */
    private static void compare(GeneratorSetup setup, String baseUrl, Path folder)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(GeneratorProcess.jvm(setup));
        command.addAll(List.of(RecorderCostGenerator.class.getName(), baseUrl, folder.toString()));
        Process generator = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.appendTo(setup.log().toFile()))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(generator::destroyForcibly));
        if (generator.waitFor() != 0) {
            throw new IllegalStateException("the generator failed; see " + setup.log());
        }
    }
}
