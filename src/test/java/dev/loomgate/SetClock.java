package dev.loomgate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A wall clock that can be set while one process runs, without touching the machine's: libfaketime answers when that
 * process asks for the time.
 */
public final class SetClock {
    /** Where the packages of Debian, Fedora and a build by hand put it. */
    private static final List<String> PLACES = List.of(
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib");

    private final Path offset;
    private final Optional<Path> library;

    private SetClock(Path offset, Optional<Path> library) {
        this.offset = offset;
        this.library = library;
    }

    /** A clock that goes right as yet. */
    public static SetClock in(Path folder) throws IOException {
        Path offset = Files.writeString(folder.resolve("clock-offset"), "+0s\n");
        Optional<Path> library = PLACES.stream()
                .map(place -> Path.of(place, "faketime", "libfaketimeMT.so.1"))
                .filter(Files::isReadable)
                .findFirst();
        return new SetClock(offset, library);
    }

    public boolean canBeSet() {
        return library.isPresent();
    }

    /**
     * What a process of this name needs to see this clock; its children, which inherit these variables, see the
     * machine's. (They must: libfaketime makes asking for the time many times as expensive, which would be measured as
     * the server's CPU.) The monotonic clock stays as it is, as when a person sets a clock.
     */
    public Map<String, String> environment(String command) {
        return library.map(path -> Map.of(
                        "LD_PRELOAD",
                        path.toString(),
                        "FAKETIME_ONLY_CMDS",
                        command,
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        // Debian's build wakes everybody who waits on the monotonic clock at once, and a JVM then
                        // spins.
                        "FAKETIME_FORCE_MONOTONIC_FIX",
                        "0",
                        "FAKETIME_TIMESTAMP_FILE",
                        offset.toString(),
                        // Seconds. Without it the file is read each time that anybody asks.
                        "FAKETIME_CACHE_DURATION",
                        "1"))
                .orElse(Map.of());
    }

    /** Takes effect within a second. */
    void setForwardBy(Duration step) throws IOException {
        setTo("+" + step.toSeconds() + "s");
    }

    /** Takes effect within a second; {@code offset} is what it is wrong by, such as {@code -60s}. */
    public void setTo(String offset) throws IOException {
        // In one piece: a reader must not find an empty file.
        Path next = Files.writeString(this.offset.resolveSibling("clock-offset.next"), offset + "\n");
        Files.move(next, this.offset, StandardCopyOption.ATOMIC_MOVE);
    }
}
