package dev.loomgate.plan;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask of a server, in which shares, and with what data.
 *
 * @param mix at least one
 * @param feed fills places of the requests, with another record for each; null when there is no such file
 */
public record Requests(List<WeightedRequest> mix, @Nullable Feed feed) implements Clients {
    /** Shares are told in hundredths of a percent. */
    public static final int PARTS = 10_000;

    public Requests {
        mix = List.copyOf(mix);
        double sum = mix.stream().mapToDouble(WeightedRequest::share).sum();
        if (Math.round(sum * PARTS) != PARTS) {
            throw new IllegalArgumentException(
                    "the shares of the requests add up to " + percent(sum) + ", and must add up to 100 %");
        }
    }

    /** All alike. */
    public static Requests of(HttpRequest request) {
        return new Requests(List.of(new WeightedRequest("", 1, request)), null);
    }

    /** Names of the requests; none where all are alike. */
    public List<String> names() {
        return mix.stream()
                .map(WeightedRequest::name)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Whether a request differs from the one before it. */
    public boolean vary() {
        return mix.size() > 1 || feed != null;
    }

    /** The first of the file. */
    public HttpRequest first() {
        return mix.getFirst().request();
    }

    /** One of them as it is asked first: with the first record of the data file. */
    public HttpRequest example(HttpRequest request, String token) {
        return request.filled(place -> exampleValue(place, token));
    }

    /** What fills a place of a request that is asked first. */
    public String exampleValue(String place, String token) {
        return place.equals(Login.PLACE) || feed == null ? token : feed.value(0, place);
    }

    @Override
    public boolean mayAsk(String request) {
        return names().contains(request);
    }

    /** {@code POST /orders}, or {@code 70 % GET /orders, 30 % POST /orders}. */
    @Override
    public String inWords() {
        return names().isEmpty()
                ? first().inWords()
                : mix.stream()
                        .map(each ->
                                percent(each.share()) + " " + each.request().inWords())
                        .collect(Collectors.joining(", "));
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "") + " %";
    }
}
