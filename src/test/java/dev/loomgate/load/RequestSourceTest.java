package dev.loomgate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Feed;
import dev.loomgate.plan.HttpRequest;
import dev.loomgate.plan.Requests;
import dev.loomgate.plan.WeightedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestSourceTest {
    private static final HttpRequest SEARCH = new HttpRequest(
            "POST", "/items?q=${name}", Map.of("Authorization", "Bearer ${token}"), "{\"n\": ${n}}", 201, "a|b");

    @Test
    void aThousandRequestsHaveTheSharesOfTheFileExactly() {
        RequestSource source = new RequestSource(new Requests(
                List.of(
                        new WeightedRequest("browse", 0.67, HttpRequest.get("/browse")),
                        new WeightedRequest("order", 0.27, HttpRequest.get("/order")),
                        new WeightedRequest("pay", 0.06, HttpRequest.get("/pay"))),
                null));

        assertThat(kinds(source, 0, 1000)).containsExactly(670, 270, 60);
        assertThat(kinds(source, 1000, 1000)).containsExactly(670, 270, 60);
        // Not one kind after the other: half of them have nearly half of each.
        assertThat(kinds(source, 0, 500)[0]).isBetween(300, 370);
    }

    @Test
    void aRareRequestComesOnceInTenThousand() {
        RequestSource source = new RequestSource(new Requests(
                List.of(
                        new WeightedRequest("often", 0.9999, HttpRequest.get("/often")),
                        new WeightedRequest("rare", 0.0001, HttpRequest.get("/rare"))),
                null));

        assertThat(kinds(source, 0, 10_000)).containsExactly(9999, 1);
    }

    private static int[] kinds(RequestSource source, long from, int count) {
        int[] counts = new int[source.kinds()];
        LongStream.range(from, from + count).forEach(number -> counts[source.kindOf(number)]++);
        return counts;
    }

    @Test
    void placesAreFilledFromTheRecordAndTheToken() {
        RequestSource source = new RequestSource(requests(Feed.Order.CIRCULAR));

        assertThat(source.path(1, "s3cret")).isEqualTo("/items?q=black%20tea%26more");
        assertThat(source.body(1, "s3cret")).isEqualTo("{\"n\": 2}");
        assertThat(source.header(1, "Authorization", "s3cret")).isEqualTo("Bearer s3cret");
        assertThat(source.rightStatus(1)).isEqualTo(201);
        assertThat(source.isRight(1, "b")).isTrue();
        assertThat(source.isRight(1, "ab")).isFalse();
    }

    @Test
    void aFileBeginsAgainBehindItsLastRecord() {
        RequestSource source = new RequestSource(requests(Feed.Order.CIRCULAR));

        assertThat(bodies(source, 7))
                .containsExactly(
                        "{\"n\": 1}",
                        "{\"n\": 2}",
                        "{\"n\": 3}",
                        "{\"n\": 1}",
                        "{\"n\": 2}",
                        "{\"n\": 3}",
                        "{\"n\": 1}");
    }

    @Test
    void shuffledRecordsComeEquallyOften() {
        RequestSource source = new RequestSource(requests(Feed.Order.SHUFFLED));

        assertThat(bodies(source, 3)).containsExactlyInAnyOrder("{\"n\": 1}", "{\"n\": 2}", "{\"n\": 3}");
        assertThat(bodies(source, 6).subList(3, 6)).isEqualTo(bodies(source, 3));
    }

    @Test
    void anyRecordMayComeNextInRandomOrder() {
        List<String> drawn = bodies(new RequestSource(requests(Feed.Order.RANDOM)), 300);

        for (int n = 1; n <= 3; n++) {
            assertThat(drawn.stream().filter(("{\"n\": " + n + "}")::equals).count())
                    .isBetween(60L, 140L);
        }
    }

    /** Two servers that take turns ask two sources, or one twice: the same number gets the same. */
    @ParameterizedTest
    @EnumSource
    void theSameNumberGetsTheSame(Feed.Order order) {
        assertThat(bodies(new RequestSource(requests(order)), 50))
                .isEqualTo(bodies(new RequestSource(requests(order)), 50));
    }

    /** Of phases of 10 requests: the next one goes on in the file where the one before ended. */
    @Test
    void recordsGoOnFromPhaseToPhase() {
        LoadOrder alone = order(10, 3, null);
        List<Targets.Server> two = List.of(
                new Targets.Server("a", Address.of("http://a")), new Targets.Server("b", Address.of("http://b")));
        LoadOrder shared = order(10, 3, new Targets(two, List.of(0, 1, 0), 2, 1, List.of()));

        assertThat(IntStream.rangeClosed(1, 3).mapToLong(alone::requestsBefore)).containsExactly(0L, 10L, 20L);
        assertThat(IntStream.rangeClosed(1, 3).mapToLong(shared::requestsBefore))
                .containsExactly(0L, 5L, 10L);
    }

    private static LoadOrder order(int rate, int phases, @Nullable Targets turns) {
        return new LoadOrder(
                "feed",
                Address.of("http://a"),
                requests(Feed.Order.CIRCULAR),
                new Arrivals.Open(rate),
                Duration.ofSeconds(1).toMillis(),
                0,
                phases,
                1,
                1000,
                100,
                "",
                "",
                "feed",
                turns);
    }

    private static List<String> bodies(RequestSource source, int count) {
        return LongStream.range(0, count)
                .mapToObj(number -> source.body(number, ""))
                .toList();
    }

    private static Requests requests(Feed.Order order) {
        return new Requests(
                List.of(new WeightedRequest("", 1, SEARCH)),
                new Feed(
                        "items.csv",
                        order,
                        List.of("name", "n"),
                        List.of(List.of("tea", "1"), List.of("black tea&more", "2"), List.of("rum", "3"))));
    }
}
