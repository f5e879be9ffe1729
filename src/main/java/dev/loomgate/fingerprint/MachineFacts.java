package dev.loomgate.fingerprint;

import dev.loomgate.fingerprint.Fingerprint.Facts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Processor, memory and kernel. */
record MachineFacts(SystemFiles files) {
    private static final String CPUINFO = "/proc/cpuinfo";
    private static final String CPUS = "/sys/devices/system/cpu/";

    /** @param visibleCpus as many as this JVM sees, after every quota */
    void addTo(Facts facts, String platform, int visibleCpus) {
        facts.deciding("platform", platform);
        facts.deciding("kernel", files.first("/proc/sys/kernel/osrelease"));
        facts.deciding("distribution", distribution());
        facts.deciding("hypervisor", hypervisor());
        facts.deciding("CPU model", cpuModel());
        facts.deciding("CPUs of the machine", files.first(CPUS + "online"));
        facts.deciding("CPUs allowed", files.value("/proc/self/status", "Cpus_allowed_list"));
        facts.deciding("CPUs seen by the harness", String.valueOf(visibleCpus));
        facts.deciding("cores and threads", cores());
        facts.deciding("CPU governor", governors());
        facts.deciding("CPU boost", boost());
        facts.deciding("memory", gibibytes("MemTotal"));
        facts.deciding("swap", gibibytes("SwapTotal"));
        facts.deciding("transparent huge pages", chosen("/sys/kernel/mm/transparent_hugepage/enabled"));
    }

    private Optional<String> distribution() {
        return Stream.of("/etc/os-release", "/usr/lib/os-release")
                .flatMap(file -> files.value(file, "PRETTY_NAME").stream())
                .findFirst()
                .map(name -> name.replaceAll("^[\"']|[\"']$", ""));
    }

    /** Processors of ARM carry numbers instead of a name. */
    private Optional<String> cpuModel() {
        return files.value(CPUINFO, "model name")
                .or(() -> files.value(CPUINFO, "CPU implementer")
                        .map(maker -> "implementer " + maker + ", part "
                                + files.value(CPUINFO, "CPU part").orElse(Facts.UNKNOWN)));
    }

    private Optional<String> hypervisor() {
        Optional<String> maker =
                files.first("/sys/hypervisor/type").or(() -> files.first("/sys/class/dmi/id/sys_vendor"));
        return files.value(CPUINFO, "flags")
                .map(flags -> List.of(flags.split("\\s+", -1)).contains("hypervisor")
                        ? "yes" + maker.map(name -> ", " + name).orElse("")
                        : "no");
    }

    private Optional<String> cores() {
        List<Integer> online =
                files.first(CPUS + "online").map(MachineFacts::numbers).orElse(List.of());
        List<String> siblings = online.stream()
                .flatMap(cpu -> files.first(CPUS + "cpu" + cpu + "/topology/thread_siblings_list").stream())
                .toList();
        // A single CPU without topology would make the count of cores a guess.
        return siblings.isEmpty() || siblings.size() < online.size()
                ? Optional.empty()
                : Optional.of(siblings.stream().distinct().count() + " cores, " + siblings.size() + " threads");
    }

    private Optional<String> governors() {
        List<Integer> online =
                files.first(CPUS + "online").map(MachineFacts::numbers).orElse(List.of(0));
        return Optional.of(online.stream()
                .flatMap(cpu -> files.first(CPUS + "cpu" + cpu + "/cpufreq/scaling_governor").stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", ")));
    }

    private Optional<String> boost() {
        return files.first(CPUS + "cpufreq/boost")
                .map(flag -> flag.equals("1") ? "on" : "off")
                .or(() -> files.first(CPUS + "intel_pstate/no_turbo").map(flag -> flag.equals("0") ? "on" : "off"));
    }

    /** To a tenth: equal machines differ by some kibibytes from boot to boot. */
    private Optional<String> gibibytes(String key) {
        return files.value("/proc/meminfo", key)
                .map(text -> text.replace("kB", "").strip())
                .filter(text -> text.matches("[0-9]{1,15}"))
                .map(kibibytes -> String.format(Locale.ROOT, "%.1f GiB", Long.parseLong(kibibytes) / 1024.0 / 1024.0));
    }

    /** The word in brackets: {@code always [madvise] never}. */
    private Optional<String> chosen(String file) {
        return files.first(file)
                .filter(line -> line.matches(".*\\[.+].*"))
                .map(line -> line.replaceAll(".*\\[|].*", ""));
    }

    /** {@code 0-3,8} as single numbers; what is no such list has none. */
    static List<Integer> numbers(String list) {
        if (!list.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*")) {
            return List.of();
        }
        return Stream.of(list.split(",", -1))
                .map(range -> range.split("-", -1))
                .flatMap(ends -> IntStream.rangeClosed(
                                Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                        .boxed())
                .toList();
    }
}
