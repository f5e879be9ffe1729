package dev.loomgate.backing;

import dev.loomgate.server.OwnSession;
import dev.loomgate.server.OwnedFolder;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * PostgreSQL as processes of this machine, in a folder of its own that goes with it. Runs as any user; as root in a
 * user namespace.
 */
record EmbeddedPostgres(OwnedFolder folder, BackingProcess process, DatabaseAddress address, String inWords)
        implements Database {
    /**
     * @param home guarded from before the first file on; its folder is closed with the database, and when that does
     *     not start
     */
    static EmbeddedPostgres start(EmbeddedPlatform.Home home, Placement placement, Path log) {
        OwnedFolder folder = home.folder();
        try {
            home.archive().unpackInto(folder.path());
            PostgresCommands commands = new PostgresCommands(folder.path(), placement);
            DatabaseAddress address = DatabaseAddress.free();
            initialise(commands, address.password(), log);
            BackingProcess process = BackingProcess.start("database", commands.serve(address.port()), log);
            process.await(address.named(FIRST_DATABASE)::answers);
            // A database that ends by itself is not started again, so its data can go at once.
            var unused = process.process().onExit().thenRunAsync(folder::close);
            String version = Fortunes.create(address);
            return new EmbeddedPostgres(
                    folder, process, address, "PostgreSQL " + version + ", embedded" + ON_THE_GENERATORS_CPUS);
        } catch (RuntimeException | Error e) {
            folder.close();
            throw e;
        }
    }

    private static void initialise(PostgresCommands commands, String password, Path log) {
        try {
            // In a folder that only this user may enter.
            Path file = Files.writeString(commands.home().resolve("password"), password);
            BackingProcess.start("initdb", commands.initialise(file), log).awaitSuccess();
            Files.delete(file);
        } catch (IOException e) {
            throw new BackingStartException("The database's password cannot be written to a file: " + e, e);
        }
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public Optional<String> ended() {
        return process.ended();
    }

    /** The guard of the folder ends PostgreSQL, as it does when this JVM is gone: one way, which every run takes. */
    @Override
    public void close() {
        folder.close();
        process.close();
    }

    /**
     * The command lines of PostgreSQL's programs. They run in sessions of their own: what reaches the process group of
     * this JVM ends this JVM, and the guard of the folder then ends them.
     *
     * @param home holds the programs and the data; nothing else may be in it, for it is removed when the database ends
     */
    record PostgresCommands(Path home, Placement placement) {
        /**
         * Settings of a database that is only read, and can be lost: nothing may run beside the queries.
         */
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

        /**
         * What only the version on the class path knows for sure, and what an image needs to prepare itself. Shared
         * memory of queries is in the folder: in {@code /dev/shm} it would outlive a server that is killed.
         */
        private static final List<String> OWN_SETTINGS =
                List.of("io_method=sync", "unix_socket_directories=", "dynamic_shared_memory_type=mmap");

        Path data() {
            return home.resolve("data");
        }

        /** @param password file that holds the password of the user, read once */
        List<String> initialise(Path password) {
            return OwnSession.of(asNobody(List.of(
                    program("initdb"),
                    "--pgdata=" + data(),
                    "--username=" + Database.NAME,
                    "--pwfile=" + password,
                    "--auth=scram-sha-256",
                    "--encoding=UTF8",
                    "--no-locale",
                    "--no-sync")));
        }

        List<String> serve(int port) {
            List<String> command =
                    new ArrayList<>(List.of(program("postgres"), "-D", data().toString(), "-p", String.valueOf(port)));
            Stream.concat(COMMON_SETTINGS.stream(), OWN_SETTINGS.stream())
                    .forEach(setting -> command.addAll(List.of("-c", setting)));
            return OwnSession.of(placement.besideGenerator(asNobody(command)));
        }

        private String program(String name) {
            return home.resolve("bin").resolve(name).toString();
        }

        /**
         * PostgreSQL refuses to run as root; in a user namespace of its own it is nobody, and may still read what root
         * may.
         */
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
}
