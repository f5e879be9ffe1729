package dev.loomgate.server;

import dev.loomgate.plan.Cell;
import dev.loomgate.plan.JvmRuntime;
import dev.loomgate.plan.LauncherChoice;
import dev.loomgate.plan.NeededService;
import dev.loomgate.plan.Plan;
import dev.loomgate.plan.Program;
import dev.loomgate.plan.Variant;
import dev.loomgate.server.EngineSearch.EngineAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Chooses where the servers of a plan run. */
public final class Launchers {
    private static final Duration PATIENCE_WHEN_ASKED = Duration.ofMinutes(5);
    private static final Duration PATIENCE_WHEN_FREE = Duration.ofSeconds(30);

    private final Plan plan;
    private final Placement placement;
    private final JdkFinder jdks;
    private final EngineSearch search;
    private final Consumer<String> progress;

    private Launchers(Plan plan, Placement placement, JdkFinder jdks, EngineSearch search, Consumer<String> progress) {
        this.plan = plan;
        this.placement = placement;
        this.jdks = jdks;
        this.search = search;
        this.progress = progress;
    }

    /**
     * Chooses, checks that there is a Java for every runtime of the plan, that limits can be kept, and removes
     * folders, containers and control groups that killed runs left.
     *
     * @param progress hears what takes time, and what was removed
     * @throws ServerStartException with the ways out, when the plan cannot be served
     */
    public static Launching choose(
            Plan plan, Placement placement, Map<String, String> environment, Path home, Consumer<String> progress) {
        JdkFinder jdks = new JdkFinder(plan.jdkHomes(), environment, home);
        OwnedFolder.sweepTemporary(progress);
        OwnedFolder.sweep(plan.output(), progress);
        EngineSearch search = new EngineSearch(EngineAddress.candidates(environment, home), progress);
        return new Launchers(plan, placement, jdks, search, progress).choose();
    }

    private Launching choose() {
        HttpAnswer.prepare();
        Optional<Variant> image = variants()
                .filter(variant -> variant.program() instanceof Program.Image)
                .findFirst();
        if (image.isPresent()) {
            return choose(image.get());
        }
        return switch (plan.launcher()) {
            case PROCESS -> forked("asked for by -Dloomgate.launcher=process");
            case CONTAINER -> container();
            case AUTO -> auto();
        };
    }

    private Launching choose(Variant image) {
        String which = "variant " + image.name() + " is an image";
        if (plan.launcher() == LauncherChoice.PROCESS) {
            throw new ServerStartException("Servers cannot run as processes: " + which
                    + ". Leave out -Dloomgate.launcher=process, or leave that variant out with -Dloomgate.variants.");
        }
        return switch (search.engineWith(images(), otherImages(), PATIENCE_WHEN_ASKED)) {
            case EngineSearch.Found found -> container(found.engine(), which);
            case EngineSearch.Missing missing ->
                throw new ServerStartException("Servers cannot run in containers, and " + which + ": " + missing.why()
                        + ".\nStart an engine (or name it with DOCKER_HOST), build or load the image, or leave the variant"
                        + " out with -Dloomgate.variants.");
        };
    }

    private Launching container() {
        return switch (search.engineWith(images(), otherImages(), PATIENCE_WHEN_ASKED)) {
            case EngineSearch.Found found -> container(found.engine(), "asked for by -Dloomgate.launcher=container");
            case EngineSearch.Missing missing ->
                throw new ServerStartException("Servers cannot run in containers: " + missing.why()
                        + ".\nStart an engine (or name it with DOCKER_HOST), name local images with"
                        + " -Dloomgate.image.<version>=<image>, or run the servers as processes of this machine with"
                        + " -Dloomgate.launcher=process.");
        };
    }

    private Launching auto() {
        if (!named(JvmRuntime::home).isEmpty()) {
            return forked("an arm has a JDK of this machine");
        }
        if (plan.cells().stream().anyMatch(cell -> !cell.variant().keepsContract())) {
            return forked("a service of yours runs here, unless -Dloomgate.launcher=container is given");
        }
        return switch (search.engineWith(images(), List.of(), PATIENCE_WHEN_FREE)) {
            case EngineSearch.Found found ->
                container(
                        found.engine(), "an engine answers at " + found.engine().address() + " and has the images");
            case EngineSearch.Missing missing -> forked("no containers: " + missing.why());
        };
    }

    private Launching container(ContainerEngine engine, String reason) {
        variants()
                .filter(variant -> variant.program() instanceof Program.Command)
                .findFirst()
                .ifPresent(command -> {
                    throw new ServerStartException("Variant " + command.name()
                            + " is a command, which runs as a process of this machine, and servers run in containers: "
                            + reason + ". Measure one kind at a time, with -Dloomgate.variants.");
                });
        variants()
                .filter(variant -> variant.program() instanceof Program.Jar jar
                        && jar.runsIn().isPresent())
                .findFirst()
                .ifPresent(jar -> {
                    throw new ServerStartException("Variant " + jar.name()
                            + " has a working folder of this machine ('folder'), and servers run in containers: "
                            + reason
                            + ". Take it out, or add -Dloomgate.launcher=process.");
                });
        refuse(
                named(JvmRuntime::home),
                "a JDK of this machine, and servers run in containers: name an image, or add -Dloomgate.launcher=process");
        ContainerLauncher launcher = new ContainerLauncher(engine, plan.images(), plan.servers(), logs(), placement);
        requireFixedPorts();
        Map<String, String> facts = facts(launcher, runtimesOfJars());
        runtimes().forEach(runtime -> facts.putIfAbsent("java of " + runtime.name(), "that of the image, if any"));
        facts.putAll(images(engine));
        runtimesOfJars()
                .forEach(runtime -> facts.put(
                        "java vendor of " + runtime.name(),
                        launcher.java(runtime).vendor()));
        facts.putAll(launcher.facts());
        return new Launching(launcher, reason, facts);
    }

    private Launching forked(String reason) {
        refuse(
                named(JvmRuntime::image),
                "an image, and servers run as processes of this machine: name the home of a JDK, or add"
                        + " -Dloomgate.launcher=container");
        requireFixedPorts();
        Optional<ContainerEngine> engine = engineOfNeeds();
        ForkedJvmLauncher launcher = new ForkedJvmLauncher(plan.servers(), logs(), placement, jdks, engine);
        try {
            launcher.prepare(runtimes(), progress);
            Map<String, String> facts = facts(launcher, runtimes());
            engine.ifPresent(found -> facts.putAll(images(found)));
            runtimes().forEach(runtime -> facts.putAll(launcher.facts(runtime)));
            facts.put("placement", placementInWords());
            return new Launching(launcher, reason, facts);
        } catch (ServerStartException e) {
            throw new ServerStartException(e.getMessage() + "\nServers run as processes: " + reason + ".", e);
        }
    }

    /** Empty when no service needs a container. */
    private Optional<ContainerEngine> engineOfNeeds() {
        List<String> wanted = otherImages();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        return switch (search.engineWith(Map.of(), wanted, PATIENCE_WHEN_ASKED)) {
            case EngineSearch.Found found -> Optional.of(found.engine());
            case EngineSearch.Missing missing ->
                throw new ServerStartException("What stands below 'needs' cannot run in containers: " + missing.why()
                        + ".\nStart an engine (or name it with DOCKER_HOST), or start it yourself and say where it is, as"
                        + " in cache: {address: 127.0.0.1:6379}.");
        };
    }

    /** Of services as images, and of what services need. */
    private List<String> otherImages() {
        return variants()
                .map(Variant::program)
                .flatMap(program -> Stream.concat(
                        program instanceof Program.Image image ? Stream.of(image.name()) : Stream.empty(),
                        program.needs().containers().stream().map(NeededService.Container::image)))
                .distinct()
                .toList();
    }

    private Stream<Variant> variants() {
        return plan.cells().stream().map(Cell::variant);
    }

    /** Refuses a fixed port that another process listens on, before anything is started. */
    private void requireFixedPorts() {
        variants()
                .filter(variant -> !variant.hasOwnNetwork())
                .distinct()
                .forEach(variant -> variant.fixedPort().ifPresent(port -> FreePort.require(port, variant.name())));
    }

    private static Map<String, String> facts(ServerLauncher launcher, List<JvmRuntime> runtimes) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("launcher", launcher.name());
        runtimes.forEach(runtime -> facts.put("java of " + runtime.name(), launcher.javaVersion(runtime)));
        return facts;
    }

    private Map<String, String> images(ContainerEngine engine) {
        Map<String, String> ids = new LinkedHashMap<>();
        otherImages()
                .forEach(
                        image -> ids.put("image " + image, engine.imageId(image).orElse("gone")));
        return ids;
    }

    private String placementInWords() {
        return placement.pins()
                ? "server on CPU " + placement.serverCpus() + ", generator on CPU " + placement.generatorCpus() + ", "
                        + placement.how()
                : placement.how();
    }

    private Map<JvmRuntime, String> images() {
        Map<JvmRuntime, String> images = new LinkedHashMap<>();
        runtimesOfJars()
                .forEach(runtime ->
                        images.put(runtime, runtime.image().orElse(plan.images().getOrDefault(runtime.java(), ""))));
        return images;
    }

    private List<String> named(Function<JvmRuntime, Optional<?>> place) {
        return runtimes().stream()
                .flatMap(runtime -> place.apply(runtime).stream())
                .map(String::valueOf)
                .toList();
    }

    /** What an arm was asked to run on must not be passed over. */
    private static void refuse(List<String> places, String why) {
        if (!places.isEmpty()) {
            throw new ServerStartException(places.getFirst() + " is " + why + ".");
        }
    }

    private List<JvmRuntime> runtimes() {
        return plan.cells().stream().map(Cell::runtime).distinct().toList();
    }

    /** Images of a user's bring their own Java, if any. */
    private List<JvmRuntime> runtimesOfJars() {
        return plan.cells().stream()
                .filter(cell -> cell.variant().hasJar())
                .map(Cell::runtime)
                .distinct()
                .toList();
    }

    private Path logs() {
        return plan.output().resolve("server-logs");
    }

    /**
     * The launcher of a run.
     *
     * @param reason why this one, in words for the user
     * @param describe facts for the environment table: engine, images, Java builds, placement
     */
    public record Launching(ServerLauncher launcher, String reason, Map<String, String> describe) {
        public Launching {
            describe = Collections.unmodifiableMap(new LinkedHashMap<>(describe));
        }

        /** {@code process (no container engine answers)}. */
        public String inWords() {
            return launcher.name() + " (" + reason + ")";
        }
    }
}
