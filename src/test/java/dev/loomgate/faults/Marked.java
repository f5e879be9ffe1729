package dev.loomgate.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All processes of one victim, found by what they carry and not by their names: the variable TMPDIR, which Loomgate
 * hands on to all of its children, or a program or working folder below the victim's folder (PostgreSQL overwrites its
 * environment with its title).
 */
final class Marked {
    private static final Path PROC = Path.of("/proc");

    private final Path folder;
    private final Path temporary;

    /** @param temporary a folder that no other process on this machine has as TMPDIR */
    Marked(Path folder, Path temporary) {
        this.folder = folder;
        this.temporary = temporary;
    }

    /** @param command its command line, separated by spaces */
    record Member(long pid, String command, String program) {
        boolean isGenerator() {
            return command.contains("dev.loomgate.load.GeneratorMain");
        }

        boolean isServer() {
            return command.contains("-Dloomgate.lifeline=true") && !command.contains("/downstream/");
        }

        /** The one whose command line is whole: those that it forks show a title instead. */
        boolean isDatabase() {
            return program.endsWith("/bin/postgres") && command.contains(" -D ");
        }

        boolean isTestJvm() {
            return command.contains("surefirebooter") || command.contains("surefire.booter");
        }

        String inWords() {
            return pid + " " + (command.length() > 100 ? command.substring(0, 100) + "…" : command);
        }
    }

    Map<String, String> environment() {
        return Map.of("TMPDIR", temporary.toString());
    }

    List<Member> members() {
        try (Stream<Path> processes = Files.list(PROC)) {
            return processes
                    .filter(process -> process.getFileName().toString().matches("\\d+"))
                    .filter(this::isOurs)
                    .map(Marked::member)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException e) {
            throw new FaultException("cannot read /proc: " + e.getMessage());
        }
    }

    private boolean isOurs(Path process) {
        return read(process.resolve("environ")).contains("TMPDIR=" + temporary + "\0")
                || link(process.resolve("exe")).startsWith(folder + "/")
                || link(process.resolve("cwd")).startsWith(folder + "/");
    }

    /** Empty for one that has ended: a zombie has no command line. */
    private static Optional<Member> member(Path process) {
        String command = read(process.resolve("cmdline")).replace('\0', ' ').strip();
        return command.isEmpty()
                ? Optional.empty()
                : Optional.of(new Member(
                        Long.parseLong(process.getFileName().toString()), command, link(process.resolve("exe"))));
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    private static String link(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException gone) {
            return "";
        }
    }
}
