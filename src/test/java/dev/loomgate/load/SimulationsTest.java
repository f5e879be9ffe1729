package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.plan.Plan;
import dev.loomgate.plan.PlanReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found of a simulation before anything is started. */
class SimulationsTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final Path EXAMPLE = Path.of("src", "gatling", "perf.yml");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    /** The shipped example: it compiles, and its data is on the class path. */
    @Test
    void compilesWhatHasSources() {
        Simulations simulations = Simulations.compile(plan(EXAMPLE), folder.resolve("classes"), CLASS_PATH);

        assertThat(simulations.classPath()).hasSize(2);
        assertThat(simulations.classPath().iterator().next().resolve("com/acme/VisitSimulation.class"))
                .exists();
        assertThat(simulations.behind("first.jar")).startsWith("first.jar").endsWith("resources");
        assertThat(simulations.jvmOptions()).singleElement().asString().contains("resources");
        assertThat(simulations.programs().get("simulation visit")).startsWith("sha256 ");
    }

    @Test
    void oneThatDoesNotCompileIsToldWithFileAndLine() throws IOException {
        write(
                "package com.acme;\nclass VisitSimulation extends\n  io.gatling.javaapi.core.Simulation {\n  int x = y;\n}\n");

        assertRefused(
                "simulation com.acme.VisitSimulation does not compile:\n  ",
                "VisitSimulation.java:4: cannot find" + " symbol");
    }

    @Test
    void anotherNameThanThatOfTheClassIsRefused() throws IOException {
        write("class Visit {}\n");

        assertRefused("there is no class com.acme.VisitSimulation in ", "with its package");
    }

    @Test
    void aClassThatIsNoSimulationIsRefused() throws IOException {
        write("package com.acme;\npublic class VisitSimulation {}\n");

        assertRefused("is no simulation of Gatling's: it does not extend io.gatling.javaapi.core.Simulation");
    }

    @Test
    void aFolderWithoutSourcesIsRefused() throws IOException {
        Files.createDirectories(folder.resolve("java"));

        assertRefused("there is no Java file in its 'sources', ");
    }

    private void write(String source) throws IOException {
        Files.createDirectories(folder.resolve("java"));
        Files.writeString(folder.resolve("java").resolve("VisitSimulation.java"), source);
    }

    private void assertRefused(String... words) throws IOException {
        Files.createDirectories(folder.resolve("resources"));
        Path file = Files.copy(EXAMPLE, folder.resolve("perf.yml"));
        assertThatThrownBy(() -> Simulations.compile(plan(file), folder.resolve("classes"), CLASS_PATH))
                .isInstanceOf(SimulationException.class)
                .hasMessageContainingAll(words);
    }

    private static Plan plan(Path file) {
        return PlanReader.read(Map.of("loomgate.thresholds", file.toString()), Set.of(21, 25));
    }
}
