package dev.loomgate.experiment;

/**
 * What a phase was whose rate was found on the way: one step of a ramp or of a search.
 *
 * @param repetition of the whole ramp, from 1
 * @param requestsPerSecond its rate
 * @param held whether the server kept what the load profile asks of it
 * @param why it did not, in words; empty when it did
 */
public record Step(int repetition, int requestsPerSecond, boolean held, String why) {}
