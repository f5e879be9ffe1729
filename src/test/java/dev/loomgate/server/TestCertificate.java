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

/**
 * A key with a certificate that it has signed itself, as a developer's machine has one.
 *
 * @param pem file with the certificate
 */
public record TestCertificate(Path pem, X509Certificate certificate, KeyManagerFactory key) {
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
            return read(store, folder.resolve(host + ".pem"));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("no certificate could be made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static TestCertificate read(Path store, Path pem) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = new FileInputStream(store.toFile())) {
            keys.load(in, PASSWORD.toCharArray());
        }
        X509Certificate certificate = (X509Certificate) keys.getCertificate("server");
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        key.init(keys, PASSWORD.toCharArray());
        return new TestCertificate(pem, certificate, key);
    }
}
