package dev.loomgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the process of a service among those of its container. The first of them may be an init ({@code tini}) or a
 * shell, whose CPU time and memory say nothing of the service.
 */
final class ServiceProcess {
    private static final Set<String> STARTERS =
            Set.of("tini", "tini-static", "dumb-init", "docker-init", "catatonit", "sh", "dash", "ash", "bash", "su");

    /** Each JVM has one thread of this name. */
    private static final String VM_THREAD = "VM Thread";

    private ServiceProcess() {}

    /** The first that starts more than one other, or is none of those that only start another. */
    static OptionalLong of(long first) {
        long service = first;
        while (STARTERS.contains(name(Path.of("/proc", String.valueOf(service), "comm")))) {
            List<Long> children = ProcessHandle.of(service).stream()
                    .flatMap(ProcessHandle::children)
                    .map(ProcessHandle::pid)
                    .toList();
            if (children.size() != 1) {
                break;
            }
            service = children.getFirst();
        }
        return OptionalLong.of(service);
    }

    /** The only JVM; empty when there is none, or there are several. */
    static OptionalLong jvm(long first) {
        List<Long> all = ProcessHandle.of(first).stream()
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .map(ProcessHandle::pid)
                .filter(ServiceProcess::isJvm)
                .toList();
        return all.size() == 1 ? OptionalLong.of(all.getFirst()) : OptionalLong.empty();
    }

    static boolean isJvm(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid), "task"))) {
            return threads.anyMatch(thread -> name(thread.resolve("comm")).equals(VM_THREAD));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static String name(Path comm) {
        try {
            return Files.readString(comm).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
