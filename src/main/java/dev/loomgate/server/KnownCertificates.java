package dev.loomgate.server;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts a server that presents one of some certificates, or one that they have signed, and no other. The name in it
 * does not matter: the server is one that this run has started, and listens at 127.0.0.1, while its certificate was made
 * for {@code localhost} or for the name that it has elsewhere.
 */
final class KnownCertificates extends X509ExtendedTrustManager {
    private final List<X509Certificate> known;
    private final X509TrustManager signed;

    private KnownCertificates(List<X509Certificate> known, X509TrustManager signed) {
        this.known = known;
        this.signed = signed;
    }

    /** For a client of such servers; without certificates, which is HTTP without TLS, it trusts none. */
    static SSLContext context(List<X509Certificate> known) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new KnownCertificates(List.copyOf(known), signedBy(known))}, null);
            return context;
        } catch (GeneralSecurityException | java.io.IOException e) {
            throw new IllegalStateException("this Java has no TLS: " + e, e);
        }
    }

    private static X509TrustManager signedBy(List<X509Certificate> known)
            throws GeneralSecurityException, java.io.IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int i = 0; i < known.size(); i++) {
            store.setCertificateEntry("known-" + i, known.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Stream.of(factory.getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private void check(X509Certificate[] chain, String type) throws CertificateException {
        if (known.contains(chain[0])) {
            return;
        }
        try {
            signed.checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            throw new CertificateException(
                    "it presents a certificate of " + inWords(chain[0]) + ", and 'certificate' of the file is of "
                            + known.stream().map(KnownCertificates::inWords).collect(Collectors.joining(", "))
                            + ", which is not the same and has not signed it",
                    e);
        }
    }

    /** Two may be of one name. */
    private static String inWords(X509Certificate certificate) {
        return "'" + certificate.getSubjectX500Principal() + "' with the number "
                + certificate.getSerialNumber().toString(16);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw clientsAreNotAsked();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw clientsAreNotAsked();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw clientsAreNotAsked();
    }

    private static CertificateException clientsAreNotAsked() {
        return new CertificateException("this is no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
