package dev.loomgate.backing;

import java.nio.file.Path;

/** What the embedded PostgreSQL needs to know of a machine before it can be started there. */
interface PlatformFacts {
    /** As Java calls it: Linux, Mac OS X, Windows 11. */
    String system();

    /** As Java calls it: amd64, aarch64. */
    String architecture();

    /** Whether the C library is musl, as on Alpine. */
    boolean musl();

    /** As root, PostgreSQL refuses to run. */
    boolean root();

    /** Whether this user may create a user namespace, in which root is somebody else. */
    boolean userNamespaces();

    boolean onClassPath(PostgresArchive archive);

    /** Whether a program that stands in this folder can be started: not where it is mounted noexec. */
    boolean executes(Path folder);
}
