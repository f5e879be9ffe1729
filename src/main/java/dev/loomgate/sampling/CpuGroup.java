package dev.loomgate.sampling;

/** Whom a thread of the server works for, told by its name. */
public enum CpuGroup {
    APPLICATION,
    JIT,
    GC,
    OTHER
}
