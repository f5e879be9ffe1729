/** What the Quarkus servers share: program, faults, error answers, the services behind, and the resources of the two that work on threads. */
package dev.loomgate.quarkus;
