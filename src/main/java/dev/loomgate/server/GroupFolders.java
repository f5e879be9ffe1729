package dev.loomgate.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the control groups of this process stand in the file system, in version 1, version 2, or both side by side.
 *
 * @param groups lines of {@code /proc/self/cgroup}
 * @param mounts lines of {@code /proc/self/mountinfo}
 */
public record GroupFolders(List<String> groups, List<String> mounts) {
    public GroupFolders {
        groups = List.copyOf(groups);
        mounts = List.copyOf(mounts);
    }

    /** Folders from the own group outwards; empty when this system has no such controller to ask. */
    public Optional<List<String>> of(String controller) {
        return group(controller)
                .flatMap(group -> mount(group.version1() ? controller : "").map(mount -> mount.folders(group.path())));
    }

    /** Whether the controller has a hierarchy of its own, as in version 1. */
    boolean version1(String controller) {
        return group(controller).map(Group::version1).orElse(false);
    }

    private Optional<Group> group(String controller) {
        List<String[]> lines = groups.stream()
                .map(line -> line.split(":", 3))
                .filter(fields -> fields.length == 3)
                .toList();
        return lines.stream()
                .filter(fields -> List.of(fields[1].split(",", -1)).contains(controller))
                .findFirst()
                .map(fields -> new Group(true, fields[2]))
                .or(() -> lines.stream()
                        .filter(fields -> fields[0].equals("0") && fields[1].isEmpty())
                        .findFirst()
                        .map(fields -> new Group(false, fields[2])));
    }

    /** @param controller empty for version 2 */
    private Optional<Mount> mount(String controller) {
        for (String line : mounts) {
            String[] halves = line.split(" - ", 2);
            String[] place = halves[0].split(" ", -1);
            String[] type = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            boolean complete = place.length > 4 && type.length > 2;
            if (complete && (controller.isEmpty() ? type[0].equals("cgroup2") : holds(type, controller))) {
                return Optional.of(new Mount(place[3], place[4]));
            }
        }
        return Optional.empty();
    }

    private static boolean holds(String[] type, String controller) {
        return type[0].equals("cgroup") && List.of(type[2].split(",", -1)).contains(controller);
    }

    private record Group(boolean version1, String path) {}

    /** @param root the group that is seen at the mount point; in a container often not {@code /} */
    private record Mount(String root, String point) {
        List<String> folders(String group) {
            String below = root.equals("/") ? group : group.startsWith(root) ? group.substring(root.length()) : "";
            List<String> folders = new ArrayList<>();
            String path = below.equals("/") ? "" : below;
            while (!path.isEmpty()) {
                folders.add(point + path);
                path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
            }
            folders.add(point);
            return List.copyOf(folders);
        }
    }
}
