package dev.loomgate.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a run is started.
 *
 * @param scale of the thresholds file of the faults
 * @param maven whether by the build itself, and not by the test classes alone
 * @param properties {@code -Dloomgate.*} and others, on top of the usual ones
 * @param jvm options of the harness
 * @param around command that the run is started by, such as {@code taskset -c 0}
 * @param guards of the thresholds file, with other values
 * @param environment more variables, where they depend on the stage
 * @param prepared something to set up before, and to take away afterwards
 */
record Recipe(
        String scale,
        boolean maven,
        Map<String, String> properties,
        List<String> jvm,
        List<String> around,
        Map<String, String> guards,
        Function<Stage, Map<String, String>> environment,
        Optional<Preparation> prepared) {
    /** Done before the run starts; what it returns is closed before the run is continued. */
    interface Preparation {
        AutoCloseable prepare(Stage stage) throws Exception;
    }

    static Recipe scale(String scale) {
        return new Recipe(scale, false, Map.of(), List.of(), List.of(), Map.of(), stage -> Map.of(), Optional.empty());
    }

    Recipe byMaven() {
        return new Recipe(scale, true, properties, jvm, around, guards, environment, prepared);
    }

    Recipe with(String property, String value) {
        Map<String, String> more = new LinkedHashMap<>(properties);
        more.put(property, value);
        return new Recipe(scale, maven, more, jvm, around, guards, environment, prepared);
    }

    Recipe jvm(String... options) {
        return new Recipe(scale, maven, properties, List.of(options), around, guards, environment, prepared);
    }

    Recipe around(String... command) {
        List<String> more = new ArrayList<>(around);
        more.addAll(List.of(command));
        return new Recipe(scale, maven, properties, jvm, more, guards, environment, prepared);
    }

    Recipe environment(Function<Stage, Map<String, String>> variables) {
        return new Recipe(scale, maven, properties, jvm, around, guards, variables, prepared);
    }

    Recipe guard(String guard, String value) {
        return new Recipe(scale, maven, properties, jvm, around, Map.of(guard, value), environment, prepared);
    }

    Recipe prepared(Preparation preparation) {
        return new Recipe(scale, maven, properties, jvm, around, guards, environment, Optional.of(preparation));
    }

    /** The same run without what disturbs it: so it is continued. */
    Recipe undisturbed() {
        return new Recipe(scale, maven, properties, List.of(), List.of(), guards, stage -> Map.of(), Optional.empty());
    }
}
