package dev.loomgate.server;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key with a certificate that it has signed itself, as a developer's machine has one.
 *
 * @param store file with the key
 */
public record TestCertificate(Path store, X509Certificate certificate, KeyManagerFactory key) {
    private static final String PASSWORD = "changeit";

    /** Made by the {@code keytool} of this JDK: the JDK has no public class for it. */
    public static TestCertificate in(Path folder, String host) {
        Path store = folder.resolve(host + ".p12");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=" + host,
                            "-validity",
                            "30",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            store.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException("keytool ended with " + keytool.exitValue());
            }
            return read(store);
        } catch (IOException e) {
            throw new IllegalStateException("no certificate could be made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** That of a key store. */
    static TestCertificate read(Path store) {
        try (InputStream in = new FileInputStream(store.toFile())) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            key.init(keys, PASSWORD.toCharArray());
            return new TestCertificate(store, (X509Certificate) keys.getCertificate("server"), key);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(store + " can't be read", e);
        }
    }

    /** For a server that presents it. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(key.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    /** Writes the certificate as a file that thresholds name. */
    public Path pem(Path file) {
        try {
            return Files.writeString(
                    file,
                    "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                            + "\n-----END CERTIFICATE-----\n");
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(file + " can't be written", e);
        }
    }
}
