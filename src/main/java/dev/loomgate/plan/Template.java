package dev.loomgate.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with named places: {@code /orders/${id}}.
 *
 * @param texts between the places: one more than there are places
 * @param places names, in their order
 */
public record Template(List<String> texts, List<String> places) {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.-]*)}");

    public Template {
        texts = List.copyOf(texts);
        places = List.copyOf(places);
    }

    /** Whatever is not the name of a place in {@code ${}} is text. */
    public static Template of(String text) {
        List<String> texts = new ArrayList<>();
        List<String> places = new ArrayList<>();
        Matcher place = PLACE.matcher(text);
        int end = 0;
        while (place.find()) {
            texts.add(text.substring(end, place.start()));
            places.add(place.group(1));
            end = place.end();
        }
        texts.add(text.substring(end));
        return new Template(texts, places);
    }

    Set<String> names() {
        return new LinkedHashSet<>(places);
    }

    /** The text with a value for each place. */
    public String fill(UnaryOperator<String> values) {
        if (places.isEmpty()) {
            return texts.getFirst();
        }
        StringBuilder filled = new StringBuilder(texts.getFirst());
        for (int i = 0; i < places.size(); i++) {
            filled.append(values.apply(places.get(i))).append(texts.get(i + 1));
        }
        return filled.toString();
    }
}
