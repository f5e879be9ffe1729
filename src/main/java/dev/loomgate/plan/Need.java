package dev.loomgate.plan;

/** One thing that a service needs besides: a database of its own, or another service. */
public sealed interface Need permits DatabaseNeed, NeededService {}
