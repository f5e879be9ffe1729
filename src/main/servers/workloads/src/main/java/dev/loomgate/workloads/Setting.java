package dev.loomgate.workloads;

import java.util.Map;
import java.util.stream.Collectors;

/** Reads start settings of servers whose framework does not do it for them. */
public final class Setting {
    private Setting() {}

    /** All system properties, as they are now. */
    public static Map<String, String> systemProperties() {
        return System.getProperties().stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> System.getProperty(name, "")));
    }

    /**
     * A whole number.
     *
     * @param usual when the property is not there
     * @throws IllegalArgumentException naming property, value and range
     */
    public static int wholeNumber(Map<String, String> properties, String name, int usual, int least, int most) {
        String value = properties.getOrDefault(name, Integer.toString(usual));
        int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
        if (number < least || number > most) {
            throw new IllegalArgumentException("-D" + name + "=" + value
                    + " makes no sense: expected a whole number from " + least + " to " + most);
        }
        return number;
    }
}
