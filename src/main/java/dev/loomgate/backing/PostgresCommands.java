package dev.loomgate.backing;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command lines of PostgreSQL's programs.
 *
 * @param home holds the programs and the data; nothing else may be in it, for it is removed when the database ends
 */
record PostgresCommands(Path home, Placement placement) {
    /**
     * Becomes PostgreSQL and leaves a guard behind: when standard input ends, whoever held it is gone or wants an end, and the guard has the server shut down
     * without waiting for its clients, and removes the folder. The name is looked at because process ids are used again.
     */
    private static final String GUARDED = """
            exec 3<&0 </dev/null
            pid=$$
            {
              cat <&3 >/dev/null
              if read -r name 2>/dev/null </proc/$pid/comm && [ "$name" = postgres ]; then
                kill -INT $pid
              fi
              while read -r name 2>/dev/null </proc/$pid/comm && [ "$name" = postgres ]; do
                sleep 0.1
              done
              rm -rf -- "$0"
            } &
            exec "$@" 3<&-
            """;

    /** Settings of a database that is read, and whose content nobody will miss: nothing may run beside the queries. */
    static final List<String> COMMON_SETTINGS = List.of(
            "listen_addresses=127.0.0.1",
            "max_connections=" + Database.MAX_CONNECTIONS,
            "password_encryption=scram-sha-256",
            "shared_buffers=64MB",
            "fsync=off",
            "full_page_writes=off",
            "autovacuum=off",
            "jit=off",
            "max_wal_senders=0",
            "wal_level=minimal",
            "checkpoint_timeout=1d",
            "log_timezone=UTC",
            "timezone=UTC");

    /** What only the version on the class path knows for sure, and what an image needs to prepare itself. */
    private static final List<String> OWN_SETTINGS = List.of("io_method=sync", "unix_socket_directories=");

    Path data() {
        return home.resolve("data");
    }

    /** @param password file that holds the password of the user, read once */
    List<String> initialise(Path password) {
        return asNobody(List.of(
                program("initdb"),
                "--pgdata=" + data(),
                "--username=" + Database.NAME,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync"));
    }

    List<String> serve(int port) {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                GUARDED,
                home.toString(),
                program("postgres"),
                "-D",
                data().toString(),
                "-p",
                String.valueOf(port)));
        Stream.concat(COMMON_SETTINGS.stream(), OWN_SETTINGS.stream())
                .forEach(setting -> command.addAll(List.of("-c", setting)));
        return placement.besideGenerator(asNobody(command));
    }

    private String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    /** PostgreSQL refuses to run as root; in a user namespace of its own it is nobody, and may still read what root may. */
    private List<String> asNobody(List<String> command) {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(home, "unix:uid"))
                    ? Stream.concat(Stream.of("unshare", "-U"), command.stream())
                            .toList()
                    : command;
        } catch (IOException | UnsupportedOperationException e) {
            return command;
        }
    }
}
