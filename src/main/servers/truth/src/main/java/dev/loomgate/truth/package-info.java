/** A server under test whose behaviour is scripted, and which writes down what it really did: the instrument is checked against it. */
package dev.loomgate.truth;
