package dev.loomgate.load;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.GatlingSimulation;
import dev.loomgate.plan.Plan;
import dev.loomgate.server.Digest;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The simulations of a plan, compiled before anything is started. All of them are on the generator's class path, which
 * lives through the run.
 *
 * @param classPath of all of them
 * @param programs what each is made of, for the fingerprint
 */
public record Simulations(Set<Path> classPath, Map<String, String> programs) {
    private static final int SHOWN_ERRORS = 5;

    /**
     * Compiles what has sources, and looks for each class.
     *
     * @param folder for classes
     * @param generator class path of the generator, with Gatling
     * @throws SimulationException when a simulation does not compile or is none
     */
    public static Simulations compile(Plan plan, Path folder, String generator) {
        Set<Path> classPath = new LinkedHashSet<>();
        Map<String, String> programs = new LinkedHashMap<>();
        Map<List<Path>, Path> compiled = new LinkedHashMap<>();
        plan.cells().stream()
                .map(Cell::workload)
                .distinct()
                .filter(workload -> workload.clients() instanceof GatlingSimulation)
                .forEach(workload -> {
                    GatlingSimulation simulation = (GatlingSimulation) workload.clients();
                    List<Path> own = new ArrayList<>();
                    Path sources = simulation.sources();
                    if (sources != null) {
                        List<Path> inputs = new ArrayList<>(List.of(sources));
                        inputs.addAll(simulation.classPath());
                        own.add(compiled.computeIfAbsent(
                                inputs,
                                none -> compile(
                                        simulation,
                                        sources,
                                        folder.resolve(String.valueOf(compiled.size() + 1)),
                                        generator)));
                    }
                    own.addAll(simulation.classPath());
                    requireSimulation(simulation, own);
                    classPath.addAll(own);
                    programs.put("simulation " + workload.name(), describe(own));
                });
        return new Simulations(classPath, programs);
    }

    /** The class path of the generator with that of the simulations. */
    public String behind(String generator) {
        return classPath.isEmpty() ? generator : generator + File.pathSeparator + joined(classPath);
    }

    /** What the JVM of the generator is told of them. */
    public List<String> jvmOptions() {
        return classPath.isEmpty() ? List.of() : List.of("-D" + SimulationClasses.PROPERTY + "=" + joined(classPath));
    }

    private static String joined(Collection<Path> paths) {
        return paths.stream()
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path compile(GatlingSimulation simulation, Path sources, Path classes, String generator) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new SimulationException(simulation.inWords()
                    + " can't be compiled: the Java that Loomgate runs on has no compiler; give it a JDK");
        }
        List<Path> files = javaFiles(sources);
        if (files.isEmpty()) {
            throw new SimulationException(
                    simulation.inWords() + ": there is no Java file in its 'sources', " + sources);
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(found, Locale.ENGLISH, null)) {
            Files.createDirectories(classes);
            String classPath = Stream.concat(simulation.classPath().stream().map(Path::toString), Stream.of(generator))
                    .collect(Collectors.joining(File.pathSeparator));
            boolean done = compiler.getTask(
                            null,
                            manager,
                            found,
                            List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-encoding", "UTF-8"),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!done) {
                throw new SimulationException(simulation.inWords() + " does not compile:" + errors(found));
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException("the simulations in " + sources + " can't be compiled", e);
        }
    }

    private static List<Path> javaFiles(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + sources + " can't be read", e);
        }
    }

    /** {@code /…/CheckoutSimulation.java:14: cannot find symbol}, each in a line of its own. */
    private static String errors(DiagnosticCollector<JavaFileObject> found) {
        List<String> errors = found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(Simulations::inWords)
                .toList();
        return errors.stream().limit(SHOWN_ERRORS).collect(Collectors.joining("\n  ", "\n  ", ""))
                + (errors.size() > SHOWN_ERRORS ? "\n  and " + (errors.size() - SHOWN_ERRORS) + " more" : "");
    }

    private static String inWords(Diagnostic<? extends JavaFileObject> error) {
        String message =
                error.getMessage(Locale.ENGLISH).lines().map(String::strip).collect(Collectors.joining(", "));
        return error.getSource() == null
                ? message
                : error.getSource().getName() + ":" + error.getLineNumber() + ": " + message;
    }

    /** Without running any code of it. */
    private static void requireSimulation(GatlingSimulation simulation, List<Path> classPath) {
        try (URLClassLoader loader = new URLClassLoader(
                classPath.stream().map(SimulationClasses::url).toArray(URL[]::new),
                Simulations.class.getClassLoader())) {
            Class<?> found = Class.forName(simulation.className(), false, loader);
            if (!io.gatling.javaapi.core.Simulation.class.isAssignableFrom(found)) {
                throw new SimulationException(
                        simulation.inWords() + " is no simulation of Gatling's: it does not extend "
                                + io.gatling.javaapi.core.Simulation.class.getName());
            }
        } catch (ClassNotFoundException e) {
            throw new SimulationException(
                    "there is no class " + simulation.className() + " in " + places(simulation)
                            + ": 'simulation' is its full name, with its package",
                    e);
        } catch (LinkageError e) {
            throw new SimulationException(
                    simulation.inWords() + " can't be loaded: " + Failure.inWords(e)
                            + "; what it needs stands in 'class-path'",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String places(GatlingSimulation simulation) {
        return Stream.concat(Stream.ofNullable(simulation.sources()), simulation.classPath().stream())
                .map(Path::toString)
                .collect(Collectors.joining(", "));
    }

    private static String describe(List<Path> classPath) {
        return classPath.stream().map(Simulations::digest).collect(Collectors.joining(", ", "sha256 ", ""));
    }

    private static String digest(Path path) {
        if (!Files.isDirectory(path)) {
            return Digest.of(path).orElse("unknown");
        }
        try (Stream<Path> files = Files.walk(path)) {
            return Digest.of(path, files.filter(Files::isRegularFile).sorted().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
