package dev.loomgate.server;

import dev.loomgate.plan.DuelPlan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Builds services as they were at revisions of their Git repository: each in a clone of its own that shares the objects
 * of the repository, so that nothing in the working tree is touched and nothing is left in the repository.
 */
public final class Revisions implements AutoCloseable {
    private static final Duration GIT_LIMIT = Duration.ofMinutes(5);
    private static final Duration BUILD_LIMIT = Duration.ofMinutes(30);
    private static final int SHOWN_LINES = 30;

    private final Consumer<String> progress;
    private final List<OwnedFolder> clones = new ArrayList<>();
    private final Map<Source, Path> built = new HashMap<>();

    /** What decides what a build makes: two names of one commit have one jar. */
    private record Source(Path folder, Path file, List<String> build, String commit) {}

    /** @param progress hears what is built, and how long it took */
    public Revisions(Consumer<String> progress) {
        this.progress = progress;
    }

    /**
     * The same comparison with the jars that were built for it; to be used as long as this is open.
     *
     * @throws ServerStartException when a revision is not there or can't be built; nothing is left running
     */
    public DuelPlan build(DuelPlan duel) {
        return duel.withPrograms(
                program -> program instanceof Program.Jar jar && jar.revision().isPresent() ? build(jar) : program);
    }

    private Program.Jar build(Program.Jar jar) {
        String revision = jar.revision().orElseThrow();
        String name = Side.REVISION + revision;
        Path top = top(jar.folder(), name);
        Source source = new Source(jar.folder(), jar.file(), jar.build(), commit(top, revision));
        return jar.of(built.computeIfAbsent(source, missing -> build(missing, top, name)), source.commit());
    }

    private Path build(Source source, Path top, String name) {
        if (name.equals(Side.REVISION + "HEAD")
                && !git(top, "status", "--porcelain").isEmpty()) {
            progress.accept("the working tree of " + top + " has changes that " + name + " does not have");
        }
        Path clone = clone(top, source.commit(), name);
        Path folder = clone.resolve(top.relativize(real(source.folder())).toString());
        Path file = folder.resolve(source.folder().relativize(source.file()).toString())
                .normalize();
        String words = String.join(" ", source.build());
        progress.accept("building " + name + " (" + source.commit().substring(0, 12) + ") with '" + words + "'");
        long start = System.nanoTime();
        run(source.build(), folder, name);
        if (!Files.isRegularFile(file)) {
            throw new ServerStartException(name + " was built, and there is no " + clone.relativize(file)
                    + " then: name the jar that '" + words + "' makes");
        }
        progress.accept(
                "  built in " + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
        return file;
    }

    private static Path top(Path folder, String name) {
        ShortCommand top = ShortCommand.quietly(
                List.of("git", "-C", folder.toString(), "rev-parse", "--show-toplevel"), GIT_LIMIT);
        if (!top.succeeded()) {
            throw new ServerStartException(name + ": " + folder + " is in no Git repository");
        }
        return Path.of(top.output().strip());
    }

    /** Git names folders without symbolic links. */
    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new ServerStartException("the folder " + folder + " can't be read: " + e, e);
        }
    }

    private static String commit(Path top, String revision) {
        ShortCommand commit = ShortCommand.quietly(
                List.of(
                        "git",
                        "-C",
                        top.toString(),
                        "rev-parse",
                        "--verify",
                        "--quiet",
                        "--end-of-options",
                        revision + "^{commit}"),
                GIT_LIMIT);
        if (!commit.succeeded()) {
            throw new ServerStartException("there is no revision '" + revision + "' in " + top
                    + ": fetch it first, with its history (a checkout in CI often has the last commit only)");
        }
        return commit.output().strip();
    }

    private Path clone(Path top, String commit, String name) {
        try {
            OwnedFolder folder = OwnedFolder.temporary("revision");
            clones.add(folder);
            Path clone = folder.path().resolve("source");
            git(top, "clone", "--quiet", "--shared", "--no-checkout", top.toString(), clone.toString());
            git(clone, "checkout", "--quiet", "--detach", commit);
            return clone;
        } catch (IOException e) {
            throw new ServerStartException(name + ": no folder could be made for it: " + e, e);
        }
    }

    private static String git(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(Arrays.asList(arguments));
        ShortCommand git = ShortCommand.run(command, GIT_LIMIT);
        if (!git.succeeded()) {
            throw new ServerStartException("'" + String.join(" ", command) + "' failed: "
                    + git.output().strip());
        }
        return git.output().strip();
    }

    /** Runs the command in the folder; it inherits all environment variables of this process. */
    private static void run(List<String> command, Path folder, String name) {
        String words = String.join(" ", command);
        Path log = folder.resolve(".loomgate-build.log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                process.getOutputStream().close();
                if (!process.waitFor(BUILD_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new ServerStartException(name + " was not built within " + BUILD_LIMIT.toMinutes()
                            + " min by '" + words + "'; last lines:\n" + end(log));
                }
                if (process.exitValue() != 0) {
                    throw new ServerStartException(name + " could not be built: '" + words + "' ended with exit code "
                            + process.exitValue() + "; last lines:\n" + end(log));
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new ServerStartException(
                    name + " could not be built, '" + words + "' did not start: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerStartException(name + " was not built: interrupted", e);
        }
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()))
                .indent(2);
    }

    @Override
    public void close() {
        clones.forEach(OwnedFolder::close);
    }
}
