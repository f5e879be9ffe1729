package dev.loomgate;

import dev.loomgate.server.Launching;
import dev.loomgate.server.Placement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Where a result comes from: machine, kernel, JDKs, launcher, placement. Stored with every result. */
final class Fingerprint {
    private Fingerprint() {}

    static Map<String, String> of(Launching launching, Placement placement) {
        Map<String, String> facts = ofMachine();
        facts.put(
                "placement",
                "server on CPU " + orAny(placement.serverCpus()) + ", generator on CPU "
                        + orAny(placement.generatorCpus()) + " (" + placement.how() + ")");
        facts.put("launcher", launching.launcher().name() + ": " + launching.reason());
        facts.putAll(launching.describe());
        return facts;
    }

    static Map<String, String> ofMachine() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "operating system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put("CPU", lineValue("/proc/cpuinfo", "model name"));
        facts.put("CPUs", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", memory());
        facts.put("CPU governor", content("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
        facts.put("Java of harness and generator", System.getProperty("java.runtime.version"));
        facts.put("accept queue limit (somaxconn)", content("/proc/sys/net/core/somaxconn"));
        facts.put(
                "open files limit",
                lineValue("/proc/self/limits", "Max open files").replaceFirst("\\s.*", ""));
        facts.put("git commit", gitCommit());
        return facts;
    }

    private static String orAny(String cpus) {
        return cpus.isEmpty() ? "any" : cpus;
    }

    private static String memory() {
        String kibibytes =
                lineValue("/proc/meminfo", "MemTotal").replace("kB", "").strip();
        return kibibytes.chars().allMatch(Character::isDigit) && !kibibytes.isEmpty()
                ? String.format(Locale.ROOT, "%.1f GiB", Long.parseLong(kibibytes) / 1024.0 / 1024.0)
                : "unknown";
    }

    /** The first line. Line by line, because files below {@code /proc/sys} end after one byte when they are read at once. */
    private static String content(String file) {
        return lineValue(file, "");
    }

    private static String lineValue(String file, String key) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .map(line -> line.substring(key.length())
                            .replaceFirst("^\\s*:", "")
                            .strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Says {@code dirty} when files differ from the commit, because such a result can't be repeated from it. */
    private static String gitCommit() {
        String commit = git("rev-parse", "--short=12", "HEAD");
        if (commit.isEmpty()) {
            return "unknown";
        }
        return git("status", "--porcelain").isEmpty() ? commit : commit + " (dirty)";
    }

    private static String git(String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of("git"));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0 ? out : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
