package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WireTest {
    @Test
    void carriesCommandsOnePerLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        new Wire<GeneratorEvent, GeneratorCommand>(noInput(), line, GeneratorEvent.class)
                .send(new GeneratorCommand.Run(new LoadOrder(
                        "io \"500\" req/s\n",
                        Address.of("http://127.0.0.1:1"),
                        Requests.of(HttpRequest.get("/io", "ok")),
                        new Arrivals.Open(500),
                        5000,
                        0,
                        1,
                        1,
                        1,
                        1,
                        "",
                        "",
                        "",
                        null)));

        assertThat(line.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
        assertThat(commandsIn(line.toString(StandardCharsets.UTF_8)).receive())
                .hasValueSatisfying(command -> assertThat(command).isInstanceOf(GeneratorCommand.Run.class));
    }

    @Test
    void skipsWhatALibraryPrintedInBetween() {
        assertThat(commandsIn("Picked up JAVA_TOOL_OPTIONS\n{\"command\":\"go\",\"spacing\":\"EVEN\"}\n")
                        .receive())
                .contains(new GeneratorCommand.Go(LoadRun.AS_ORDERED, ArrivalSpacing.EVEN));
    }

    @Test
    void endsWithTheInput() {
        assertThat(commandsIn("").receive()).isEmpty();
    }

    @Test
    void refusesAnUnknownCommand() {
        assertThatThrownBy(() -> commandsIn("{\"command\":\"dance\"}\n").receive())
                .isInstanceOf(UncheckedIOException.class);
    }

    private static Wire<GeneratorCommand, GeneratorEvent> commandsIn(String text) {
        return new Wire<>(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream(),
                GeneratorCommand.class);
    }

    private static ByteArrayInputStream noInput() {
        return new ByteArrayInputStream(new byte[0]);
    }
}
