package dev.loomgate.fingerprint;

import dev.loomgate.fingerprint.Fingerprint.Facts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder with the files of a made-up machine, written by hand after the manual pages of proc and cgroups. */
record TextsOfLinux(Path root) {
    TextsOfLinux with(String file, String text) {
        try {
            Path path = root.resolve(file.substring(1));
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, String> machine() {
        return machineFingerprint().facts();
    }

    Fingerprint machineFingerprint() {
        Facts facts = new Facts();
        new MachineFacts(new SystemFiles(root)).addTo(facts, "Linux amd64", 2);
        return facts.fingerprint();
    }

    Map<String, String> limits() {
        Facts facts = new Facts();
        new LimitFacts(new SystemFiles(root)).addTo(facts);
        return facts.fingerprint().facts();
    }
}
