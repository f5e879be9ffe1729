package dev.loomgate.truth;

import dev.loomgate.workloads.Effective;
import dev.loomgate.workloads.Faults;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code GET /effective} says of this server. */
final class Facts {
    private final Script script;
    private final Faults faults;
    private final int acceptQueue;

    Facts(Script script, Faults faults, int acceptQueue) {
        this.script = script;
        this.faults = faults;
        this.acceptQueue = acceptQueue;
    }

    ByteBuffer answer(boolean last) {
        return Answers.whole("200 OK", "application/json", json(facts()), last);
    }

    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("server", "Loomgate truth server");
        facts.put("threads", "event-loop");
        facts.put("request-threads", "event loops");
        facts.put("event-loops", "1");
        facts.putAll(Effective.acceptQueue(acceptQueue));
        facts.put("max-connections", "unlimited");
        facts.put("max-keep-alive-requests", "unlimited");
        facts.put("keep-alive-timeout", "none");
        facts.put("http", "1.1");
        facts.put("compression", "off");
        facts.putAll(Effective.jvm(faults));
        script.given().forEach((name, value) -> facts.put("truth." + name, value));
        return facts;
    }

    static String json(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> quoted(fact.getKey()) + ":" + quoted(fact.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(letter -> {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append((char) letter);
            } else if (letter < ' ') {
                quoted.append(String.format("\\u%04x", letter));
            } else {
                quoted.append((char) letter);
            }
        });
        return quoted.append('"').toString();
    }
}
