package dev.loomgate.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a service needs besides, in the order of the file. */
public record Needs(List<Need> all) {
    /** Of a service that stands alone. */
    public static final Needs NOTHING = new Needs(List.of());

    public Needs {
        all = List.copyOf(all);
    }

    /** The database that it wants for itself. */
    public Optional<DatabaseNeed> database() {
        return of(DatabaseNeed.class).findFirst();
    }

    /** All others. */
    public List<NeededService> services() {
        return of(NeededService.class).toList();
    }

    public List<NeededService.Container> containers() {
        return of(NeededService.Container.class).toList();
    }

    private <T> Stream<T> of(Class<T> type) {
        return all.stream().filter(type::isInstance).map(type::cast);
    }

    /** What {@code ${names}} are filled. */
    Set<String> places() {
        Set<String> places = new LinkedHashSet<>();
        database().ifPresent(need -> places.addAll(DatabaseNeed.PLACES));
        services().forEach(service -> places.addAll(service.places()));
        return places;
    }
}
