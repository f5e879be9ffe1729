package dev.loomgate.plan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What is spoken with a service.
 *
 * @param certificates that it presents one of, or that have signed what it presents; none for HTTP without TLS
 * @param http2 whether it is HTTP/2, and not HTTP/1.1
 */
public record Protocol(List<X509Certificate> certificates, boolean http2) {
    /** HTTP/1.1 without TLS. */
    public static final Protocol PLAIN = new Protocol(List.of(), false);

    /** Switch of Java's client that names headers which it does not send by itself. */
    public static final String HEADERS_OF_JAVA = "jdk.httpclient.allowRestrictedHeaders";

    public Protocol {
        certificates = List.copyOf(certificates);
        if (http2 && certificates.isEmpty()) {
            throw new IllegalArgumentException("HTTP/2 is spoken over TLS here, because Gatling's client has no HTTP/2"
                    + " without it: add tls: {certificate: …}, or leave 'http' out");
        }
    }

    /** Lets Java's client say which host is meant, where a file does; to be called before the first is made. */
    public static void allowHeaders() {
        if (System.getProperty(HEADERS_OF_JAVA) == null) {
            System.setProperty(HEADERS_OF_JAVA, "host,connection,expect");
        }
    }

    /** Whether it is HTTPS. */
    public boolean tls() {
        return !certificates.isEmpty();
    }

    public String scheme() {
        return tls() ? "https" : "http";
    }

    /** Reads certificates; what is wrong with the file is an {@link IllegalArgumentException} that names it. */
    static List<X509Certificate> certificates(Path file) {
        try {
            byte[] pem = Files.readAllBytes(file);
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException("there is no certificate in the file " + file);
            }
            return certificates;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (CertificateException e) {
            throw new IllegalArgumentException(
                    "the file " + file + " is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the file " + file + " can't be read: " + e, e);
        }
    }
}
