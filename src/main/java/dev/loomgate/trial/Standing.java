package dev.loomgate.trial;

import dev.loomgate.plan.Side;
import dev.loomgate.sampling.Sampler;
import dev.loomgate.server.RunningServer;

/** One arm of a duel while both are up: its server, and who watches it. */
record Standing(Side side, RunningServer server, Sampler sampler) {}
