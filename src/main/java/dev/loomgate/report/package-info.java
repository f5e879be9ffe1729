/** Show it: results.json, index.html, summary.md, and the words of a JUnit message. */
@NullMarked
package dev.loomgate.report;

import org.jspecify.annotations.NullMarked;
