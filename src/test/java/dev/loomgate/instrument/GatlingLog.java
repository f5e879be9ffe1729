package dev.loomgate.instrument;

import io.gatling.charts.stats.GeneralStats;
import io.gatling.charts.stats.LogFileData;
import io.gatling.charts.stats.LogFileReader;
import io.gatling.core.config.GatlingConfiguration;
import java.nio.file.Path;
import scala.Option;

/** Gatling's own binary log of a run, read by the class that Gatling's report is made with. */
final class GatlingLog {
    private final LogFileData data;

    private GatlingLog(LogFileData data) {
        this.data = data;
    }

    static GatlingLog read(Path file) {
        return new GatlingLog(new LogFileReader(file.toFile(), GatlingConfiguration.load()).read());
    }

    /** Requests of that name, answered well or not; 0 when there is none. */
    long requests(String name) {
        Option<GeneralStats> stats = data.requestGeneralStats(Option.apply(name), Option.empty(), Option.empty());
        return stats.isEmpty() ? 0 : stats.get().count();
    }
}
