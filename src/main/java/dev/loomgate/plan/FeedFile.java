package dev.loomgate.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a data file: CSV whose first line names the columns, or a JSON array of flat objects. */
final class FeedFile {
    private FeedFile() {}

    /** What is wrong with it is an {@link IllegalArgumentException} whose message names the file. */
    static Feed read(Path file, Feed.Order order) {
        try {
            String text = withoutMark(Files.readString(file));
            return file.toString().endsWith(".json") ? json(file, text, order) : csv(file, text, order);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + file, e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the file " + file + " can't be read: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the file " + file + " can't be read as UTF-8 text: " + e, e);
        }
    }

    /** Some editors begin a file with a byte order mark. */
    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static Feed csv(Path file, String text, Feed.Order order) throws IOException {
        List<List<String>> lines = new ArrayList<>();
        try (MappingIterator<String[]> rows = new CsvMapper()
                .enable(CsvParser.Feature.WRAP_AS_ARRAY)
                .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
                .enable(CsvParser.Feature.TRIM_SPACES)
                .readerFor(String[].class)
                .readValues(text)) {
            while (rows.hasNextValue()) {
                lines.add(Arrays.asList(rows.nextValue()));
            }
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(file + " is empty: its first line names the columns");
        }
        List<String> columns = lines.getFirst();
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!seen.add(column)) {
                throw new IllegalArgumentException(file + " has two columns '" + column + "'");
            }
        }
        return new Feed(String.valueOf(file.getFileName()), order, columns, lines.subList(1, lines.size()));
    }

    private static Feed json(Path file, String text, Feed.Order order) throws IOException {
        JsonNode array = new JsonMapper().readTree(text);
        if (!array.isArray() || array.isEmpty() || !array.get(0).isObject()) {
            throw new IllegalArgumentException(
                    file + " is no array of objects, as in [{\"name\": \"tea\"}, {\"name\": \"rum\"}]");
        }
        List<String> columns = new ArrayList<>();
        array.get(0).fieldNames().forEachRemaining(columns::add);
        List<List<String>> records = new ArrayList<>();
        for (JsonNode record : array) {
            List<String> values = new ArrayList<>();
            for (String column : columns) {
                JsonNode value = record.path(column);
                if (!value.isValueNode() || value.isNull()) {
                    throw new IllegalArgumentException("record " + (records.size() + 1) + " of " + file
                            + " has no text, number or boolean '" + column + "'");
                }
                values.add(value.asText());
            }
            records.add(values);
        }
        return new Feed(String.valueOf(file.getFileName()), order, columns, records);
    }
}
