package dev.loomgate.plan;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which runtimes can run here.
 *
 * @param homes given by {@code -Dloomgate.jdk.<version>}
 * @param installed feature versions found on this machine, and those of {@code homes}
 */
record Jdks(Map<Integer, Path> homes, Set<Integer> installed, LauncherChoice launcher) {

    static Jdks of(Switches switches, Set<Integer> found, LauncherChoice launcher, Collection<JvmRuntime> runtimes) {
        refuseIdle(switches, "jdk", runtimes);
        refuseIdle(switches, "image", runtimes);
        var homes = new LinkedHashMap<Integer, Path>();
        switches.perJava("jdk").forEach((version, text) -> {
            if (isHome(text)) {
                homes.put(version, Path.of(text));
            } else {
                switches.refuse("jdk." + version, "is not the home of a JDK: it has no bin/java");
            }
        });
        var installed = new TreeSet<>(found);
        installed.addAll(homes.keySet());
        return new Jdks(Ordered.copy(homes), installed, launcher);
    }

    private static boolean isHome(String text) {
        try {
            Path bin = Path.of(text, "bin");
            return Files.isExecutable(bin.resolve("java")) || Files.isExecutable(bin.resolve("java.exe"));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static void refuseIdle(Switches switches, String kind, Collection<JvmRuntime> runtimes) {
        List<Integer> used = runtimes.stream().map(JvmRuntime::java).distinct().toList();
        for (int version : switches.perJava(kind).keySet()) {
            if (!used.isEmpty() && !used.contains(version)) {
                List<String> allowed = used.stream()
                        .map(java -> Switches.PREFIX + kind + "." + java)
                        .toList();
                switches.refuse(
                        kind + "." + version, "no runtime of the thresholds file uses Java " + version, allowed);
            }
        }
    }

    /**
     * The newest defined runtime that can run here, the first of equals. One with a CPU limit is never usual; it is
     * measured only when it is named. Where containers are possible and no JDK fits, the newest of all: an image may
     * have it, and if not the launcher says so. Empty when nothing can run.
     */
    List<String> usual(Collection<JvmRuntime> defined) {
        List<JvmRuntime> runtimes =
                defined.stream().filter(runtime -> !runtime.limited()).toList();
        List<JvmRuntime> here = launcher == LauncherChoice.CONTAINER
                ? runtimes
                : runtimes.stream()
                        .filter(runtime -> installed.contains(runtime.java()))
                        .toList();
        List<JvmRuntime> candidates = here.isEmpty() && launcher == LauncherChoice.AUTO ? runtimes : here;
        int newest = candidates.stream().mapToInt(JvmRuntime::java).max().orElse(0);
        return candidates.stream()
                .filter(runtime -> runtime.java() == newest)
                .min(Comparator.comparingInt(candidates::indexOf))
                .map(runtime -> List.of(runtime.name()))
                .orElse(List.of());
    }

    boolean canRun(JvmRuntime runtime) {
        return launcher != LauncherChoice.PROCESS || runtime.home().isPresent() || installed.contains(runtime.java());
    }

    /** Says why there is no usual runtime. */
    void refuseUnnamed(Switches switches, Collection<JvmRuntime> defined) {
        List<String> named = defined.stream()
                .filter(runtime -> runtime.limited() && canRun(runtime))
                .map(JvmRuntime::name)
                .toList();
        if (named.isEmpty()) {
            refuse(switches, defined, defined);
        } else {
            switches.refuse(
                    "runtimes",
                    "every runtime that could run here has cpus, and is measured only when it is named",
                    named);
        }
    }

    /** Says what is missing for some runtimes, and which would do. */
    void refuse(Switches switches, Collection<JvmRuntime> missing, Collection<JvmRuntime> defined) {
        List<String> others =
                defined.stream().filter(this::canRun).map(JvmRuntime::name).toList();
        for (JvmRuntime runtime : missing) {
            switches.refuse(
                    "runtimes",
                    "runtime " + runtime.name() + " needs Java " + runtime.java() + ", " + found()
                            + "; name its home with -Dloomgate.jdk." + runtime.java() + "=path",
                    others);
        }
    }

    /** For messages: {@code found Java 17, 25}. */
    private String found() {
        return installed.isEmpty()
                ? "found no JDK"
                : installed.stream().map(String::valueOf).collect(Collectors.joining(", ", "found Java ", ""));
    }
}
