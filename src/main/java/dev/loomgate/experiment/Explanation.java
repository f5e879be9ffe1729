package dev.loomgate.experiment;

import dev.loomgate.sampling.Flight;
import java.nio.file.Path;

/**
 * Why a cell is as it is: what a recording of one more phase tells.
 *
 * @param recording the file, for JDK Mission Control and the like
 * @param flight what is in it
 */
public record Explanation(Path recording, Flight flight) {}
