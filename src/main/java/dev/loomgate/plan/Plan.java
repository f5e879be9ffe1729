package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything a run needs to know; nothing behind this record reads outside input.
 *
 * @param cells in the order they are measured: cells of one {@link Cell#boot()} stand together and share a trial
 * @param limits that select at least one of the cells, the implied ones last
 * @param jdkHomes homes given by {@code -Dloomgate.jdk.<version>}, by feature version
 * @param images given by {@code -Dloomgate.image.<version>}, or the public default, by feature version
 * @param backingImages of the services behind the servers
 * @param servers folder that holds the built servers: {@code target/servers}
 * @param output folder that receives everything a run leaves: {@code target/loomgate}
 * @param maxConnections most requests in flight: an overloaded server must not exhaust the machine's sockets
 * @param strict INCONCLUSIVE and UNGATED fail the build
 * @param invalidWarns what is INVALID because of the machine is a warning: for a smoke run of the pipeline on a
 *     machine that may be busy
 * @param files that the thresholds file names, by their names there: what they hold decides what is measured
 * @param explains whether each cell of one rate gets one more phase, with a flight recording
 */
public record Plan(
        List<Cell> cells,
        List<Limit> limits,
        Scale scale,
        Guards guards,
        LauncherChoice launcher,
        Map<Integer, Path> jdkHomes,
        Map<Integer, String> images,
        BackingImages backingImages,
        Path servers,
        Path output,
        int maxConnections,
        boolean strict,
        boolean invalidWarns,
        Map<String, Path> files,
        boolean explains) {
    public Plan {
        files = Ordered.copy(files);
        cells = List.copyOf(cells);
        limits = List.copyOf(limits);
        jdkHomes = Map.copyOf(jdkHomes);
        images = Map.copyOf(images);
    }

    public Plan withServers(Path folder) {
        return with(cells, folder);
    }

    Plan withCells(List<Cell> others) {
        return with(others, servers);
    }

    private Plan with(List<Cell> measured, Path folder) {
        return new Plan(
                measured,
                limits,
                scale,
                guards,
                launcher,
                jdkHomes,
                images,
                backingImages,
                folder,
                output,
                maxConnections,
                strict,
                invalidWarns,
                files,
                explains);
    }
}
