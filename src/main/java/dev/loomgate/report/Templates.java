package dev.loomgate.report;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;

/** A page that escapes every value it is given, and fails on one that is not there. */
public final class Templates {
    private static final PebbleEngine ENGINE = new PebbleEngine.Builder()
            .loader(new ClasspathLoader(Templates.class.getClassLoader()))
            .defaultLocale(Locale.ROOT)
            .autoEscaping(true)
            .strictVariables(true)
            .build();

    private Templates() {}

    public static PebbleTemplate named(String name) {
        return ENGINE.getTemplate("dev/loomgate/report/" + name);
    }

    public static String filled(PebbleTemplate template, Object page) {
        StringWriter text = new StringWriter();
        try {
            template.evaluate(text, Map.of("page", page), Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
