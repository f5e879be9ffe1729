package dev.loomgate.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number of at least 1. */
final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new TypeConversionException("a whole number of at least 1 is expected, was " + text);
        }
        return Integer.valueOf(text);
    }
}
