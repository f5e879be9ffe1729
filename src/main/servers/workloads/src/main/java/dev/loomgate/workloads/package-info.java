/** What every server under test shares: the kernels, the deliberate faults, the lifeline, and what a JVM says of itself. */
package dev.loomgate.workloads;
