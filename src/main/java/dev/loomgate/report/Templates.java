package dev.loomgate.report;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
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

    public static String filled(String template, Object page) {
        StringWriter text = new StringWriter();
        try {
            ENGINE.getTemplate("dev/loomgate/report/" + template).evaluate(text, Map.of("page", page), Locale.ROOT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
