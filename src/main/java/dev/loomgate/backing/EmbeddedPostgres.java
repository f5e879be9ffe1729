package dev.loomgate.backing;

import dev.loomgate.server.Placement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** PostgreSQL as processes of this machine, in a folder of its own that goes with it. Runs as any user; as root in a user namespace. */
final class EmbeddedPostgres implements Database {
    private static final String FIRST_DATABASE = "postgres";

    private final Path home;
    private final BackingProcess process;
    private final DatabaseAddress address;
    private final String version;

    private EmbeddedPostgres(Path home, BackingProcess process, DatabaseAddress address, String version) {
        this.home = home;
        this.process = process;
        this.address = address;
        this.version = version;
    }

    static EmbeddedPostgres start(Placement placement, Path log) {
        Path home = newFolder();
        try {
            PostgresPrograms.unpackInto(home);
            PostgresCommands commands = new PostgresCommands(home, placement);
            DatabaseAddress address = DatabaseAddress.free();
            initialise(commands, address.password(), log);
            BackingProcess process = BackingProcess.start("database", commands.serve(address.port()), log);
            process.await(address.named(FIRST_DATABASE)::answers);
            return new EmbeddedPostgres(home, process, address, filled(process, address));
        } catch (RuntimeException | Error e) {
            remove(home);
            throw e;
        }
    }

    private static void initialise(PostgresCommands commands, String password, Path log) {
        try {
            // In a folder that only this user may enter.
            Path file = Files.writeString(commands.home().resolve("password"), password);
            try (BackingProcess initdb = BackingProcess.start("initdb", commands.initialise(file), log)) {
                initdb.process().waitFor();
                if (initdb.process().exitValue() != 0) {
                    throw new BackingStartException(initdb.ended().orElseThrow()
                            + "\nThe embedded PostgreSQL needs Linux on x86_64. As root, PostgreSQL needs the command unshare (util-linux) and the right to create user"
                            + " namespaces; as another user it needs neither.");
                }
            }
            Files.delete(file);
        } catch (IOException e) {
            throw new BackingStartException("The database's password could not be handed over: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BackingStartException("interrupted while the database was created", e);
        }
    }

    private static String filled(BackingProcess process, DatabaseAddress address) {
        try {
            return Fortunes.create(address, FIRST_DATABASE);
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    @Override
    public DatabaseAddress address() {
        return address;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public Optional<String> ended() {
        return process.ended();
    }

    @Override
    public String inWords() {
        return "PostgreSQL " + version + ", embedded, on the generator's CPUs, at most " + MAX_CONNECTIONS
                + " connections";
    }

    @Override
    public void close() {
        process.close();
        remove(home);
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("loomgate-postgres-").toAbsolutePath();
        } catch (IOException e) {
            throw new BackingStartException("There is no place for the database: " + e.getMessage(), e);
        }
    }

    /** The guard removes the same folder at the same time: what is gone is gone. */
    private static void remove(Path home) {
        for (int attempt = 0; attempt < 3 && Files.exists(home); attempt++) {
            try (Stream<Path> files = Files.walk(home)) {
                List<Path> deepestFirst =
                        files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : deepestFirst) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException e) {
                // Once more: the other one was quicker with a part of it.
            }
        }
    }
}
