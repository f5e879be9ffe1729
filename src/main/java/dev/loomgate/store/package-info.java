/** What is kept: one writer and one reader of each record on disk, going on with an earlier run, the output folder. */
@NullMarked
package dev.loomgate.store;

import org.jspecify.annotations.NullMarked;
