package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A service behind a service of a user's. {@code ${name.host}} and {@code ${name.port}} in the settings, arguments and
 * variables of that one say where it is.
 */
public sealed interface NeededService extends Need {
    /** As in the file. */
    String name();

    /** The places that its address fills. */
    default List<String> places() {
        return List.of(hostPlace(), portPlace());
    }

    default String hostPlace() {
        return name() + ".host";
    }

    default String portPlace() {
        return name() + ".port";
    }

    /**
     * One that is started in a container.
     *
     * @param image of the container
     * @param port that it listens on there
     * @param command replaces that of the image; empty for the image's own. It and the variables may name a need that
     *     stands above this one
     * @param environment further variables
     * @param files by their path in the container
     * @param ready how it tells that it serves
     * @param within how long that may take
     * @param perUnit whether each start of the service has a new one; else there is one for the whole run
     */
    record Container(
            String name,
            String image,
            int port,
            List<String> command,
            Map<String, String> environment,
            Map<String, Path> files,
            Readiness ready,
            Duration within,
            boolean perUnit)
            implements NeededService {
        public Container {
            command = List.copyOf(command);
            environment = Ordered.copy(environment);
            files = Ordered.copy(files);
        }

        /** The same with what stands behind itself in its places. */
        public Container filled(Map<String, String> places) {
            UnaryOperator<String> fill =
                    text -> Template.of(text).fill(name -> places.getOrDefault(name, "${" + name + "}"));
            Map<String, String> variables = new LinkedHashMap<>(environment);
            variables.replaceAll((name, text) -> fill.apply(text));
            return new Container(
                    name, image, port, command.stream().map(fill).toList(), variables, files, ready, within, perUnit);
        }
    }

    /** A service that is not started by the run: it has to be there already. */
    record Address(String name, String host, int port) implements NeededService {
        /** @throws IllegalArgumentException when that is not a host and a port with a colon between them */
        static Address of(String name, String address) {
            int colon = Math.max(0, address.lastIndexOf(':'));
            return new Address(
                    name, address.substring(0, colon), Program.PortSetting.checked(address.substring(colon + 1)));
        }

        /** Whether it can be reached on this machine only. */
        boolean loopback() {
            return host.startsWith("127.") || host.equals("localhost");
        }
    }

    /** How a service tells that it serves. */
    sealed interface Readiness {
        /** Its port accepts connections. */
        record Port() implements Readiness {}

        /** A path answers with a good status. */
        record Answer(String path) implements Readiness {}

        /** A line of its log holds a match of a regular expression. */
        record Line(String regex) implements Readiness {}
    }
}
