package dev.loomgate.server;

import java.security.SecureRandom;
import java.util.Base64;

/** Random credentials of one server, and the contents of the two files that give them to its JMX agent. */
record JmxLogin(String user, String password) {
    static final String PASSWORD_FILE = "jmx.password";
    static final String ACCESS_FILE = "jmx.access";

    private static final SecureRandom RANDOM = new SecureRandom();

    static JmxLogin random() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return new JmxLogin("loomgate", Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    String passwordFile() {
        return user + " " + password + "\n";
    }

    /** Read and write: full collections and the class histogram are operations. */
    String accessFile() {
        return user + " readwrite\n";
    }

    @Override
    public String toString() {
        return user;
    }
}
