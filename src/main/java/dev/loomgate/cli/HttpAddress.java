package dev.loomgate.cli;

import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where requests go, as in {@code http://127.0.0.1:8080/primes?from=1&to=100}. */
final class HttpAddress implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        try {
            URI address = URI.create(text);
            if (address.getHost() != null && String.valueOf(address.getScheme()).matches("https?")) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Said below in the same words.
        }
        throw new TypeConversionException("an address as in http://127.0.0.1:8080/io is expected, was " + text);
    }

    static String base(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority();
    }

    static String path(URI address) {
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    }
}
