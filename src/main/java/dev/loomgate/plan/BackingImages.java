package dev.loomgate.plan;

/**
 * Images of the services behind the servers, for runs in containers.
 *
 * @param postgres given by {@code -Dloomgate.image.postgres}, or the public default
 * @param toxiproxy given by {@code -Dloomgate.image.toxiproxy}, or the public default
 */
public record BackingImages(String postgres, String toxiproxy) {
    public BackingImages {
        if (postgres.isBlank() || toxiproxy.isBlank()) {
            throw new IllegalArgumentException("an image needs a name: '" + postgres + "', '" + toxiproxy + "'");
        }
    }

    static BackingImages of(Switches switches) {
        return new BackingImages(
                switches.text("image.postgres").orElse(Defaults.POSTGRES_IMAGE),
                switches.text("image.toxiproxy").orElse(Defaults.TOXIPROXY_IMAGE));
    }
}
