package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is started for a variant: a file says how it is started, and of a server of this project that is known. */
public sealed interface Program {
    /** How it is started. */
    Start start();

    /** The same with other variables; a server of this project is told by settings. */
    Program with(Map<String, String> variables);

    /** How it is told where to listen. */
    default PortSetting port() {
        return start().port();
    }

    /** Path that answers well once it serves. */
    default String ready() {
        return start().ready();
    }

    /** How long that may take. */
    default Duration within() {
        return start().within();
    }

    /** Further variables. */
    default Map<String, String> environment() {
        return start().environment();
    }

    /** What it needs besides. */
    default Needs needs() {
        return start().needs();
    }

    /**
     * How a program is started, of whichever kind it is.
     *
     * @param port how it is told where to listen
     * @param ready path that answers well once it serves
     * @param within how long that may take
     * @param environment further variables
     * @param needs what it needs besides
     */
    record Start(PortSetting port, String ready, Duration within, Map<String, String> environment, Needs needs) {
        public Start {
            environment = Ordered.copy(environment);
        }

        Start with(Map<String, String> variables) {
            return new Start(port, ready, within, variables, needs);
        }
    }

    /** A server of this project, built from a folder below {@code src/main/servers}: it keeps the contract as well. */
    record Shipped(String folder, Duration within) implements Program {
        public Shipped(String folder) {
            this(folder, Defaults.READY_WITHIN);
        }

        @Override
        public Start start() {
            return new Start(new PortSetting.Property("loomgate.port"), "/empty", within, Map.of(), Needs.NOTHING);
        }

        @Override
        public Program with(Map<String, String> variables) {
            return this;
        }
    }

    /**
     * A service as an executable jar.
     *
     * @param folder of the file that names it, where its build runs
     * @param runsIn its working folder as a process; empty for that of its log
     * @param file as it was built; a run starts a copy of it
     * @param build words of the command that makes it; empty where that is not told
     * @param revision of its Git repository that is built for a run, the commit's full name once it is; empty for the
     *     jar that stands there
     * @param arguments behind the jar on its command line
     */
    record Jar(
            Path folder,
            Optional<Path> runsIn,
            Path file,
            List<String> build,
            Optional<String> revision,
            List<String> arguments,
            Start start)
            implements Program {
        public Jar {
            build = List.copyOf(build);
            arguments = List.copyOf(arguments);
        }

        /** The same as it stands in another place. */
        Jar of(Path other) {
            return of(other, Optional.empty());
        }

        /** The same to be built from a revision. */
        Jar at(String other) {
            return of(file, Optional.of(other));
        }

        /** The same as it was built at a commit. */
        public Jar of(Path other, String commit) {
            return of(other, Optional.of(commit));
        }

        private Jar of(Path other, Optional<String> from) {
            return new Jar(folder, runsIn, other, build, from, arguments, start);
        }

        @Override
        public Jar with(Map<String, String> variables) {
            return new Jar(folder, runsIn, file, build, revision, arguments, start.with(variables));
        }
    }

    /**
     * A service as a command of this machine. It need not be a JVM: what only a JVM tells is not known of it.
     *
     * @param folder where it runs
     * @param words of the command; no shell reads them
     */
    record Command(Path folder, List<String> words, Start start) implements Program {
        public Command {
            words = List.copyOf(words);
        }

        @Override
        public Command with(Map<String, String> variables) {
            return new Command(folder, words, start.with(variables));
        }
    }

    /**
     * A service as an image of a container.
     *
     * @param name of the image
     * @param words replace the command of the image; empty for its own
     * @param jvm whether it is a JVM that takes its options from {@code JAVA_TOOL_OPTIONS}, and so tells what a JVM
     *     tells
     */
    record Image(String name, List<String> words, boolean jvm, Start start) implements Program {
        public Image {
            words = List.copyOf(words);
        }

        Image of(String other) {
            return new Image(other, words, jvm, start);
        }

        @Override
        public Image with(Map<String, String> variables) {
            return new Image(name, words, jvm, start.with(variables));
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
