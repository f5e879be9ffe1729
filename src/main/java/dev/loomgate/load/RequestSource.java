package dev.loomgate.load;

import dev.loomgate.plan.AnswerCheck;
import dev.loomgate.plan.Feed;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Login;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.Template;
import dev.loomgate.plan.WeightedRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What the requests to a server are, by their number there: which of a workload's requests, and with which record of
 * its data file. Nothing is drawn while load runs, so that servers which take turns get the same.
 */
final class RequestSource {
    private static final int SHORTEST_DECK = 1000;
    private static final long SEED = 1;

    private final List<Kind> kinds;
    private final int[] deck;
    private final Records records;

    /** One of the requests of the workload, made ready to be filled. */
    private record Kind(
            String name,
            HttpRequest request,
            AnswerCheck answer,
            Template path,
            Map<String, Template> headers,
            Template body) {
        static Kind of(WeightedRequest weighted) {
            HttpRequest request = weighted.request();
            Map<String, Template> headers = new HashMap<>();
            request.headers().forEach((name, value) -> headers.put(name, Template.of(value)));
            return new Kind(
                    weighted.name(),
                    request,
                    AnswerCheck.of(request),
                    Template.of(request.path()),
                    headers,
                    Template.of(request.body()));
        }
    }

    RequestSource(Requests requests) {
        kinds = requests.mix().stream().map(Kind::of).toList();
        deck = deck(requests.mix());
        records = requests.feed() == null ? Records.none() : Records.of(requests.feed());
    }

    /** Each kind as often as its share says, in an order that is drawn once. */
    private static int[] deck(List<WeightedRequest> mix) {
        if (mix.size() == 1) {
            return new int[1];
        }
        long[] parts = mix.stream()
                .mapToLong(each -> Math.round(each.share() * Requests.PARTS))
                .toArray();
        long common = LongStream.of(parts).reduce(0, RequestSource::commonDivisor);
        long size = LongStream.of(parts).sum() / common;
        long times = Math.ceilDiv(SHORTEST_DECK, size);
        List<Integer> cards = new ArrayList<>();
        for (int kind = 0; kind < parts.length; kind++) {
            cards.addAll(Collections.nCopies((int) (parts[kind] / common * times), kind));
        }
        Collections.shuffle(cards, new Random(SEED));
        return cards.stream().mapToInt(card -> card).toArray();
    }

    private static long commonDivisor(long a, long b) {
        return b == 0 ? a : commonDivisor(b, a % b);
    }

    /** How many kinds there are. */
    int kinds() {
        return kinds.size();
    }

    /** Of a kind; empty where there is no other. */
    String name(int kind) {
        return kinds.get(kind).name();
    }

    /** Whether kinds are told apart. */
    boolean named() {
        return !name(0).isEmpty();
    }

    HttpRequest request(int kind) {
        return kinds.get(kind).request();
    }

    int kindOf(long number) {
        return deck[(int) (number % deck.length)];
    }

    boolean isRight(long number, String answer) {
        return kinds.get(kindOf(number))
                .answer()
                .problem(answer, place -> value(number, place, ""))
                .isEmpty();
    }

    int rightStatus(long number) {
        return kinds.get(kindOf(number)).request().status();
    }

    /** With a value of the record, or the token, in each of its places. */
    String path(long number, String token) {
        return kinds.get(kindOf(number)).path().fill(place -> HttpRequest.escaped(value(number, place, token)));
    }

    String header(long number, String name, String token) {
        Template header = kinds.get(kindOf(number)).headers().get(name);
        return header == null ? "" : header.fill(place -> value(number, place, token));
    }

    String body(long number, String token) {
        return kinds.get(kindOf(number)).body().fill(place -> value(number, place, token));
    }

    private String value(long number, String place, String token) {
        // From deck to deck a record meets other kinds; without that, as many records as cards would always meet the
        // same.
        long shift = kinds.size() > 1 ? number / deck.length : 0;
        return place.equals(Login.PLACE) ? token : records.value(number + shift, place);
    }

    /**
     * The records in the order in which they are used.
     *
     * @param order places in {@code values}; empty where each is drawn
     */
    private record Records(Map<String, Integer> columns, List<List<String>> values, List<Integer> order) {
        static Records none() {
            return new Records(Map.of(), List.of(), List.of());
        }

        static Records of(Feed feed) {
            Map<String, Integer> columns = new HashMap<>();
            feed.columns().forEach(column -> columns.put(column, columns.size()));
            return new Records(columns, feed.records(), order(feed));
        }

        private static List<Integer> order(Feed feed) {
            List<Integer> places = new ArrayList<>(
                    IntStream.range(0, feed.records().size()).boxed().toList());
            switch (feed.order()) {
                case RANDOM -> places.clear();
                case SHUFFLED -> Collections.shuffle(places, new Random(SEED));
                case CIRCULAR -> {}
            }
            return places;
        }

        /** A column that is not there was refused when the file was read. */
        String value(long number, String column) {
            return values.get(record(number)).get(columns.getOrDefault(column, 0));
        }

        /** The n-th draw needs no draw before it. */
        private int record(long number) {
            return order.isEmpty()
                    ? new SplittableRandom(SEED + number).nextInt(values.size())
                    : order.get((int) (number % order.size()));
        }
    }
}
