package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is started for a variant. */
public sealed interface Program {
    /** What it needs besides. */
    Needs needs();

    /** A server of this project, built from a folder below {@code src/main/servers}: it keeps the contract. */
    record Shipped(String folder) implements Program {
        @Override
        public Needs needs() {
            return Needs.NOTHING;
        }
    }

    /** Anybody's service, which knows nothing of Loomgate, so that the file has to say how it is started. */
    sealed interface Service extends Program {
        /** How it is told where to listen. */
        PortSetting port();

        /** Path that answers well once it serves. */
        String ready();

        /** How long that may take. */
        Duration within();

        /** Further variables. */
        Map<String, String> environment();
    }

    /**
     * A service as an executable jar.
     *
     * @param folder of the file that names it, where its build runs
     * @param file as it was built; a run starts a copy of it
     * @param build words of the command that makes it; empty where that is not told
     * @param revision of its Git repository that is built for a run; empty for the jar that stands there
     * @param port how it is told where to listen
     * @param ready path that answers well once it serves
     * @param within how long that may take
     * @param arguments behind the jar on its command line
     * @param environment further variables
     * @param needs of it
     */
    record Jar(
            Path folder,
            Path file,
            List<String> build,
            Optional<String> revision,
            PortSetting port,
            String ready,
            Duration within,
            List<String> arguments,
            Map<String, String> environment,
            Needs needs)
            implements Service {
        public Jar {
            build = List.copyOf(build);
            arguments = List.copyOf(arguments);
            environment = Ordered.copy(environment);
        }

        /** The same from another jar. */
        public Jar of(Path other) {
            return new Jar(folder, other, build, Optional.empty(), port, ready, within, arguments, environment, needs);
        }

        Jar at(String other) {
            return new Jar(folder, file, build, Optional.of(other), port, ready, within, arguments, environment, needs);
        }
    }

    /**
     * A service as a command of this machine. It need not be a JVM: what only a JVM tells is not known of it.
     *
     * @param folder of the file that names it, where it runs
     * @param words of the command; no shell reads them
     * @param port how it is told where to listen
     * @param ready path that answers well once it serves
     * @param within how long that may take
     * @param environment further variables
     * @param needs of it
     */
    record Command(
            Path folder,
            List<String> words,
            PortSetting port,
            String ready,
            Duration within,
            Map<String, String> environment,
            Needs needs)
            implements Service {
        public Command {
            words = List.copyOf(words);
            environment = Ordered.copy(environment);
        }
    }

    /**
     * A service as an image of a container.
     *
     * @param name of the image
     * @param words replace the command of the image; empty for its own
     * @param jvm whether it is a JVM that takes its options from {@code JAVA_TOOL_OPTIONS}, and so tells what a JVM
     *     tells
     * @param port how it is told where to listen
     * @param ready path that answers well once it serves
     * @param within how long that may take
     * @param environment further variables
     * @param needs of it
     */
    record Image(
            String name,
            List<String> words,
            boolean jvm,
            PortSetting port,
            String ready,
            Duration within,
            Map<String, String> environment,
            Needs needs)
            implements Service {
        public Image {
            words = List.copyOf(words);
            environment = Ordered.copy(environment);
        }

        /** The same from another image. */
        Image of(String other) {
            return new Image(other, words, jvm, port, ready, within, environment, needs);
        }
    }

    /** How a service is told its port: each start has another one that is free, unless it is fixed. */
    sealed interface PortSetting {
        /** The one that a service always listens on. */
        record Fixed(int port) implements PortSetting {}

        /**
         * The number that a text holds.
         *
         * @throws IllegalArgumentException when it is no number of a port
         */
        static int checked(String text) {
            int port = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
            if (port < 1 || port > 65_535) {
                throw new IllegalArgumentException("'" + text + "' is not a port: 1 to 65535");
            }
            return port;
        }

        /** A system property, {@code server.port}. */
        record Property(String name) implements PortSetting {}

        /** An environment variable, {@code PORT}. */
        record Variable(String name) implements PortSetting {}

        /** An argument behind the others, {@code --port={port}}. */
        record Argument(String text) implements PortSetting {
            static final String PLACE = "{port}";

            /** With the port in its place. */
            public String with(int port) {
                return text.replace(PLACE, String.valueOf(port));
            }
        }
    }
}
