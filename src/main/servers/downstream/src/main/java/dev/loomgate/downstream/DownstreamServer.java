package dev.loomgate.downstream;

import dev.loomgate.workloads.Faults;
import dev.loomgate.workloads.ServerAddress;
import dev.loomgate.workloads.ServerStart;
import dev.loomgate.workloads.Setting;
import java.util.Map;

/** The downstream service as a program of its own. */
public final class DownstreamServer {
    private static final int USUAL_PORT = 8081;
    private static final int EXIT_CODE_OF_WRONG_SETTINGS = 2;

    private DownstreamServer() {}

    public static void main(String[] args) {
        Faults faults = ServerStart.begin();
        try {
            Map<String, String> properties = Setting.systemProperties();
            refuseFaults(properties);
            Downstream.start(ServerAddress.of(properties, USUAL_PORT), faults);
        } catch (IllegalArgumentException wrong) {
            System.err.println("The server does not start: " + wrong.getMessage());
            System.exit(EXIT_CODE_OF_WRONG_SETTINGS);
        } catch (IllegalStateException failed) {
            System.err.println("The server does not start: " + failed.getMessage());
            System.exit(1);
        }
    }

    private static void refuseFaults(Map<String, String> properties) {
        for (String name : properties.keySet()) {
            if (name.startsWith("loomgate.fault.")) {
                throw new IllegalArgumentException(
                        "-D" + name + " has no effect here: faults belong to the servers under test");
            }
        }
    }
}
