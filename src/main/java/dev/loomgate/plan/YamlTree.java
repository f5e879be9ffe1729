package dev.loomgate.plan;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;

/**
 * Builds the tree from the parser's events. In the parser's composed nodes an alias is the same node a second time,
 * so that a few hundred bytes can make a tree that takes years to walk. Here an alias is reported where it stands and
 * leads nowhere.
 */
final class YamlTree {
    private static final YamlNode.Scalar NOTHING = new YamlNode.Scalar(new SourcePosition(1, 1), "", true);

    private final Problems problems;
    private final Iterator<Event> events;

    private YamlTree(Problems problems, Iterator<Event> events) {
        this.problems = problems;
        this.events = events;
    }

    /** The root of the only document; one that was refused when there is nothing to read. */
    static YamlNode read(SourceText source, Problems problems) {
        if (!source.damage().isEmpty()) {
            return new YamlNode.Refused(SourcePosition.WHOLE_FILE);
        }
        try {
            var events = new Yaml().parse(new StringReader(source.text())).iterator();
            return new YamlTree(problems, events).document();
        } catch (TooDeep e) {
            problems.at(
                    e.place,
                    "nested deeper than " + Defaults.DEEPEST_NESTING + " levels; the file was read no further");
        } catch (MarkedYAMLException e) {
            SourcePosition place =
                    e.getProblemMark() == null ? SourcePosition.WHOLE_FILE : SourcePosition.of(e.getProblemMark());
            problems.at(place, words(e));
        } catch (YAMLException e) {
            problems.at(SourcePosition.WHOLE_FILE, "is not YAML");
        }
        return new YamlNode.Refused(SourcePosition.WHOLE_FILE);
    }

    private static String words(MarkedYAMLException e) {
        String problem = String.valueOf(e.getProblem());
        if (problem.contains("(TAB)")) {
            return "a tab can't stand here; YAML is indented with spaces";
        }
        return "not YAML: " + (e.getContext() == null ? "" : e.getContext() + ", ") + problem;
    }

    private YamlNode document() {
        next(Event.ID.StreamStart);
        Event start = events.next();
        YamlNode root = start.is(Event.ID.StreamEnd) ? NOTHING : node(events.next(), 1);
        if (root instanceof YamlNode.Scalar word && word.empty()) {
            return NOTHING;
        }
        next(Event.ID.DocumentEnd);
        Event behind = events.next();
        if (!behind.is(Event.ID.StreamEnd)) {
            problems.at(SourcePosition.of(behind.getStartMark()), "a second document; the file holds one");
        }
        return root;
    }

    private void next(Event.ID id) {
        if (!events.next().is(id)) {
            throw new IllegalStateException("the parser does not keep to the grammar of YAML events");
        }
    }

    private YamlNode node(Event event, int depth) {
        SourcePosition place = SourcePosition.of(event.getStartMark());
        refuseExtras(event, place);
        if (depth > Defaults.DEEPEST_NESTING) {
            throw new TooDeep(place);
        }
        return switch (event) {
            case ScalarEvent scalar -> new YamlNode.Scalar(place, scalar.getValue(), scalar.isPlain());
            case SequenceStartEvent list -> new YamlNode.Items(place, items(depth));
            case MappingStartEvent mapping -> new YamlNode.Fields(place, fields(depth));
            default -> new YamlNode.Refused(place);
        };
    }

    private void refuseExtras(Event event, SourcePosition place) {
        String tag = switch (event) {
            case ScalarEvent scalar -> scalar.getTag();
            case SequenceStartEvent list -> list.getTag();
            case MappingStartEvent mapping -> mapping.getTag();
            default -> null;
        };
        if (tag != null) {
            problems.at(place, "tags (!…) are not allowed");
        }
        if (event instanceof AliasEvent alias) {
            problems.at(place, "aliases (*" + alias.getAnchor() + ") are not allowed; write the value itself");
        } else if (event instanceof NodeEvent node && node.getAnchor() != null) {
            problems.at(place, "anchors (&" + node.getAnchor() + ") are not allowed; write the value itself");
        }
    }

    private List<YamlNode> items(int depth) {
        var items = new ArrayList<YamlNode>();
        for (Event event = events.next(); !event.is(Event.ID.SequenceEnd); event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return List.copyOf(items);
    }

    /** Those whose key comes for the first time; a second time is a problem, never an overwrite. */
    private List<YamlNode.Field> fields(int depth) {
        var fields = new LinkedHashMap<String, YamlNode.Field>();
        for (Event event = events.next(); !event.is(Event.ID.MappingEnd); event = events.next()) {
            YamlNode key = node(event, depth + 1);
            YamlNode value = node(events.next(), depth + 1);
            if (key instanceof YamlNode.Scalar word && !word.empty()) {
                YamlNode.Field first = fields.putIfAbsent(word.text(), new YamlNode.Field(word, value));
                if (first != null) {
                    int line = first.key().place().line();
                    problems.at(word.place(), "duplicate key '" + word.text() + "', first in line " + line);
                }
            } else if (!(key instanceof YamlNode.Refused)) {
                problems.at(key.place(), "a key is a word, found " + key.kind());
            }
        }
        return List.copyOf(fields.values());
    }

    /** Ends the reading: the parser's own time grows with the square of the depth. */
    private static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient SourcePosition place;

        TooDeep(SourcePosition place) {
            this.place = place;
        }
    }
}
