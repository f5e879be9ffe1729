package dev.loomgate.server;

import dev.loomgate.plan.Program.PortSetting;
import java.io.IOException;
import java.nio.file.Path;

/** A harness that launches a server, says which, and is then killed by a test. */
final class KilledHarness {
    private KilledHarness() {}

    public static void main(String[] arguments) throws IOException {
        ServerLauncher launcher = TestLaunchers.named(arguments[0], Path.of(arguments[1]), Path.of(arguments[2]));
        RunningServer server = launcher.launch(
                switch (arguments[0]) {
                    case "service" -> TestLaunchers.service(PlainService.JAR, "forks");
                    case "image" -> TestLaunchers.image(arguments[1], new PortSetting.Variable("PORT"));
                    default -> TestLaunchers.tiny("");
                },
                arguments[0].equals("limited") ? TestLaunchers.limited() : TestLaunchers.runtime());
        System.out.println("SERVER " + server.baseUri());
        int end = System.in.read();
        System.exit(end);
    }
}
