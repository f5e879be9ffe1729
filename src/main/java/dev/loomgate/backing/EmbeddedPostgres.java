package dev.loomgate.backing;

import dev.loomgate.server.OwnedFolder;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** PostgreSQL as processes of this machine, in a folder of its own that goes with it. Runs as any user; as root in a user namespace. */
final class EmbeddedPostgres implements Database {
    private static final String FIRST_DATABASE = "postgres";

    private final OwnedFolder folder;
    private final BackingProcess process;
    private final DatabaseAddress address;
    private final String version;

    private EmbeddedPostgres(OwnedFolder folder, BackingProcess process, DatabaseAddress address, String version) {
        this.folder = folder;
        this.process = process;
        this.address = address;
        this.version = version;
    }

    /** @param home guarded from before the first file on; its folder is closed with the database, and when that does not start */
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
            return new EmbeddedPostgres(folder, process, address, Fortunes.create(address, FIRST_DATABASE));
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

    /** The guard of the folder ends PostgreSQL, as it does when this JVM is gone: one way, which every run takes. */
    @Override
    public void close() {
        folder.close();
        process.close();
    }
}
