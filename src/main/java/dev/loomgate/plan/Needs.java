package dev.loomgate.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a service needs besides, in the order of the file. */
public record Needs(List<Need> all) {
    /** Of a service that stands alone. */
    public static final Needs NOTHING = new Needs(List.of());

    public Needs {
        all = List.copyOf(all);
    }

    /** The database that it wants for itself. */
    public Optional<DatabaseNeed> database() {
        return all.stream()
                .filter(DatabaseNeed.class::isInstance)
                .map(DatabaseNeed.class::cast)
                .findFirst();
    }

    /** All others. */
    public List<NeededService> services() {
        return all.stream()
                .filter(NeededService.class::isInstance)
                .map(NeededService.class::cast)
                .toList();
    }

    /** Those that are started in containers. */
    public List<NeededService.Container> containers() {
        return all.stream()
                .filter(NeededService.Container.class::isInstance)
                .map(NeededService.Container.class::cast)
                .toList();
    }

    /** What {@code ${names}} are filled. */
    Set<String> places() {
        Set<String> places = new LinkedHashSet<>();
        database().ifPresent(need -> places.addAll(DatabaseNeed.PLACES));
        services().forEach(service -> places.addAll(service.places()));
        return places;
    }
}
