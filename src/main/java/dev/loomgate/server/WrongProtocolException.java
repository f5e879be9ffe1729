package dev.loomgate.server;

import java.io.IOException;

/** A service speaks another protocol than the file says, or presents another certificate: it will not get better. */
final class WrongProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    WrongProtocolException(String message) {
        super(message);
    }
}
