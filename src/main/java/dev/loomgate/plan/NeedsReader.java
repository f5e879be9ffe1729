package dev.loomgate.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads what a service needs besides, and looks whether each {@code ${name}} in it is filled.
 *
 * @param keys of the variant
 * @param folder of the file, which paths in it are relative to
 */
record NeedsReader(Mapping keys, Path folder) {
    static final String DATABASE = "database";

    /** Of a variant, whose values may name what a need fills. */
    private static final List<String> KEYS = List.of("settings", "env", "args", "command");

    private static final Pattern ADDRESS_OF_ONE = Pattern.compile("[a-z][a-z0-9-]*\\.(host|port)");

    Needs read() {
        List<NeededService> above = new ArrayList<>();
        Needs needs = keys.has("needs")
                ? new Needs(keys.all(
                        "needs",
                        (name, need) -> need.make(() -> {
                            if (name.equals(DATABASE)) {
                                return (Need) database(need);
                            }
                            NeededService service = service(name, need);
                            refuseOutOfReach(need, service, above);
                            above.add(service);
                            return service;
                        })))
                : Needs.NOTHING;
        for (String key : KEYS) {
            texts(keys, key).forEach(text -> refuseUnfilled(text, needs));
        }
        texts(keys, "jvm-args").forEach(text -> refuseUnfilled(text, Needs.NOTHING));
        return needs;
    }

    private DatabaseNeed database(Mapping need) {
        return new DatabaseNeed(need.items("seed").stream()
                .map(file -> seed(need, file.place(), need.read(file, Form.TEXT)))
                .toList());
    }

    private Path seed(Mapping need, SourcePosition place, String name) {
        Path file = folder.resolve(name);
        need.files().add(name, file);
        if (need.files().areRead() && !Files.isRegularFile(file)) {
            need.refuse(place, "there is no file " + file);
        }
        return file;
    }

    private NeededService service(String name, Mapping need) {
        if (need.has("address")) {
            return need.must("address", () -> NeededService.Address.of(name, need.get("address", Form.TEXT)));
        }
        return new NeededService.Container(
                name,
                need.get("image", Form.TEXT),
                need.get("port", Form.COUNT),
                need.words("command"),
                need.each("env", Form.TEXT),
                files(need),
                ready(need),
                need.get("within", Form.TIME, Defaults.READY_WITHIN),
                need.get("start", Form.TEXT, "once per run").equals("once per unit"));
    }

    /** What a need names has to be there before it, and for it. */
    private static void refuseOutOfReach(Mapping need, NeededService service, List<NeededService> above) {
        for (String key : List.of("env", "command")) {
            texts(need, key)
                    .forEach(text -> Template.of(text.text()).names().stream()
                            .filter(place -> place.startsWith(DatabaseNeed.PREFIX)
                                    || ADDRESS_OF_ONE.matcher(place).matches())
                            .flatMap(place -> whyNot(place, service, above).stream())
                            .findFirst()
                            .ifPresent(why -> need.refuse(text.place(), why, List.of())));
        }
    }

    private static Optional<String> whyNot(String place, NeededService service, List<NeededService> above) {
        if (place.startsWith(DatabaseNeed.PREFIX)) {
            return Optional.of("${" + place + "} is for the service alone: its database can't be reached from the"
                    + " container of another need, which may have an image of a database above it");
        }
        Optional<NeededService> named =
                above.stream().filter(other -> other.places().contains(place)).findFirst();
        if (named.isEmpty()) {
            return Optional.of("nothing fills ${" + place + "} in " + service.name()
                    + ": only needs that stand above it do" + (above.isEmpty() ? "" : ", which are " + names(above)));
        }
        return switch (named.get()) {
            case NeededService.Address address ->
                address.loopback()
                        ? Optional.of(address.name() + " is at " + address.host() + " of this machine, which can't be"
                                + " reached from the container of " + service.name()
                                + ": give an address in its network")
                        : Optional.empty();
            case NeededService.Container other ->
                other.perUnit() && service instanceof NeededService.Container own && !own.perUnit()
                        ? Optional.of(other.name() + " is new in each start of the service, and " + service.name()
                                + " serves the whole run: give it 'start: once per unit', too")
                        : Optional.empty();
        };
    }

    private static String names(List<NeededService> services) {
        return services.stream().map(NeededService::name).collect(Collectors.joining(", "));
    }

    private Map<String, Path> files(Mapping need) {
        Map<String, Path> files = new LinkedHashMap<>();
        if (need.value("files") instanceof YamlNode.Fields all) {
            all.fields().forEach(field -> {
                Path file = folder.resolve(field.key().text());
                if (need.files().areRead() && !Files.exists(file)) {
                    need.refuse(field.key().place(), "there is no file " + file);
                }
                files.put(need.read(field.value(), Form.TEXT), file);
            });
        }
        return files;
    }

    private static NeededService.Readiness ready(Mapping need) {
        if (!need.has("ready")) {
            return new NeededService.Readiness.Port();
        }
        if (need.value("ready") instanceof YamlNode.Fields) {
            return need.below(
                    "ready",
                    ready -> ready.make(() -> new NeededService.Readiness.Line(
                            ready.get("log", Form.PATTERN).pattern())));
        }
        return new NeededService.Readiness.Answer(need.get("ready", Form.TEXT));
    }

    private static Stream<YamlNode.Scalar> texts(Mapping mapping, String key) {
        Stream<YamlNode> values = mapping.value(key) instanceof YamlNode.Fields fields
                ? fields.fields().stream().map(YamlNode.Field::value)
                : mapping.items(key).stream();
        return values.filter(YamlNode.Scalar.class::isInstance).map(YamlNode.Scalar.class::cast);
    }

    private void refuseUnfilled(YamlNode.Scalar text, Needs needs) {
        Template.of(text.text()).names().stream()
                .filter(place -> !needs.places().contains(place) && isAboutANeed(place, needs))
                .findFirst()
                .ifPresent(place -> refuse(text.place(), place, needs));
    }

    /** Others are the service's own, as {@code ${HOME}} and what it calls its settings are. */
    private boolean isAboutANeed(String place, Needs needs) {
        if (place.startsWith(DatabaseNeed.PREFIX)
                || needs.services().stream().anyMatch(service -> place.startsWith(service.name() + "."))) {
            return true;
        }
        return !ofService().contains(place)
                && (ADDRESS_OF_ONE.matcher(place).matches()
                        || (place.contains(".")
                                && !Closest.hint(place, needs.places()).isEmpty()));
    }

    private Set<String> ofService() {
        Set<String> own = new HashSet<>(keys.each("settings", Form.TEXT).keySet());
        if (keys.value("port") instanceof YamlNode.Fields port) {
            port.fields().stream()
                    .map(YamlNode.Field::value)
                    .filter(YamlNode.Scalar.class::isInstance)
                    .forEach(name -> own.add(((YamlNode.Scalar) name).text()));
        }
        return own;
    }

    private void refuse(SourcePosition where, String place, Needs needs) {
        boolean ofDatabase =
                place.startsWith(DatabaseNeed.PREFIX) && needs.database().isEmpty();
        String hint = Closest.hint(place, needs.places());
        String way;
        if (ofDatabase) {
            way = " here: 'needs: {database: {}}' does, in settings, args, env and command";
        } else if (hint.isEmpty()) {
            String name = place.replaceFirst("\\..*", "");
            way = needs.services().stream().anyMatch(service -> service.name().equals(name))
                    ? ": a need has a host and a port"
                    : " here: 'needs: {" + name + ": …}' does, in settings, args, env and command";
        } else {
            way = hint;
        }
        keys.refuse(
                where,
                "nothing fills ${" + place + "}" + way,
                (ofDatabase ? DatabaseNeed.PLACES : needs.places())
                        .stream().sorted().toList());
    }
}
