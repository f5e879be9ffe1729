package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.loomgate.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several requests of one workload, what fills them, and limits on each. */
class RequestsInTheFileTest {
    private static final String COMPUTE =
            "  compute: {path: /compute, waits: 0 ms, body: '-?\\d+', warm-up-users: 2}\n";

    private static final String SHOP = """
              compute:
                warm-up-users: 2
                headers: {Authorization: 'Bearer ${token}'}
                feed: {file: items.csv, order: shuffled}
                login: {method: POST, path: /login, send: '{"user": "u"}', token: /token}
                requests:
                  browse: {share: 67.5 %, path: '/items?q=${name}', body: .*}
                  order: {share: 32.5 %, path: /orders, method: POST, send: '{"id": ${id}}', status: 201, body: .*}
            """;

    private static final String FEED = "    feed: {file: items.csv, order: shuffled}\n";
    private static final String LOGIN =
            "    login: {method: POST, path: /login, send: '{\"user\": \"u\"}', token: /token}\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @BeforeEach
    void writeData() throws IOException {
        Files.writeString(folder.resolve("items.csv"), "name,id\n\"tea, black\",7\nrum,8\n");
        Files.writeString(
                folder.resolve("items.json"), "[{\"name\": \"tea\", \"id\": 7}, {\"id\": 8, \"name\": \"rum\"}]");
        Files.writeString(folder.resolve("marked.csv"), "\uFEFFname,id\ntea,7\n");
        Files.writeString(folder.resolve("open.csv"), "name,id\n\"tea,7\n");
        Files.writeString(folder.resolve("ragged.csv"), "name,id\ntea\n");
        Files.writeString(folder.resolve("twice.csv"), "name,name\ntea,rum\n");
        Files.writeString(folder.resolve("head.csv"), "name,id\n");
        Files.writeString(folder.resolve("token.csv"), "name,id,token\ntea,1,x\n");
        Files.writeString(folder.resolve("holes.json"), "[{\"name\": \"tea\", \"id\": 7}, {\"name\": \"rum\"}]");
        Files.writeString(folder.resolve("flat.json"), "{\"name\": \"tea\"}");
    }

    @Test
    void aMixIsWhatTheFileSays() {
        Workload shop = workload(SHOP, "");

        assertThat(shop.requests().names()).containsExactly("browse", "order");
        assertThat(shop.requests().mix()).extracting(WeightedRequest::share).containsExactly(0.675, 0.325);
        assertThat(shop.requests().mix().get(1).request())
                .isEqualTo(new HttpRequest(
                        "POST", "/orders", Map.of("Authorization", "Bearer ${token}"), "{\"id\": ${id}}", 201, ".*"));
        assertThat(shop.requests().inWords()).isEqualTo("67.5 % GET /items?q=${name}, 32.5 % POST /orders");
        assertThat(shop.login().orElseThrow().tokenIn("{\"token\": \"abc\"}", Map.of()))
                .contains("abc");
        assertThat(shop.requests().example(shop.requests().first(), "abc"))
                .isEqualTo(new HttpRequest(
                        "GET", "/items?q=tea%2C%20black", Map.of("Authorization", "Bearer abc"), "", 200, ".*"));
    }

    @Test
    void recordsAreThoseOfTheFile() {
        Feed csv = Objects.requireNonNull(workload(SHOP, "").requests().feed());
        Feed json = Objects.requireNonNull(
                workload(SHOP.replace("items.csv", "items.json"), "").requests().feed());

        assertThat(csv.order()).isEqualTo(Feed.Order.SHUFFLED);
        assertThat(csv.columns()).containsExactly("name", "id");
        assertThat(csv.records()).containsExactly(List.of("tea, black", "7"), List.of("rum", "8"));
        assertThat(Objects.requireNonNull(workload(SHOP.replace("items.csv", "marked.csv"), "")
                                .requests()
                                .feed())
                        .columns())
                .containsExactly("name", "id");
        assertThat(json.columns()).containsExactly("name", "id");
        assertThat(json.records()).containsExactly(List.of("tea", "7"), List.of("rum", "8"));
    }

    @Test
    void oneRequestMayHaveDataAndALogin() {
        Workload one = workload(
                "  compute: {path: '/items/${id}', feed: {file: items.csv}, body: .*, warm-up-users: 2}\n", "");

        assertThat(one.requests().names()).isEmpty();
        assertThat(one.requests().vary()).isTrue();
        assertThat(Objects.requireNonNull(one.requests().feed()).order()).isEqualTo(Feed.Order.CIRCULAR);
    }

    @Test
    void aTokenMayBeFoundByARegularExpression() {
        Login login = new Login(HttpRequest.get("/login"), "token=(\\w+);", "", Optional.empty());

        assertThat(login.tokenIn("a=1; token=abc; b=2", Map.of("token", "other")))
                .contains("abc");
        assertThat(login.tokenIn("nothing", Map.of())).isEmpty();
        assertThat(new Login(HttpRequest.get("/login"), "/a/b", "", Optional.empty())
                        .tokenIn("{\"a\": {\"c\": 1}}", Map.of()))
                .isEmpty();
        assertThat(new Login(HttpRequest.get("/login"), "/a/b", "", Optional.empty()).tokenIn("no JSON", Map.of()))
                .isEmpty();
    }

    @Test
    void limitsMayBeOnOneRequest() {
        Plan plan = plan(SHOP, """
              - workloads: [compute]
                requests: [order]
                limits: {p99: "<= 50 ms", errors: "<= 1 %"}
              - workloads: [compute]
                requests: all
                limits: {max: "<= 1 s"}
            """);
        Cell cell = cell(plan);

        assertThat(plan.limits().stream()
                        .filter(limit -> limit.selects(cell) && !limit.implied())
                        .map(limit -> limit.subject() + " " + limit.expression()))
                .contains(
                        "p99 of order <= 50 ms",
                        "errors of order <= 1 %",
                        "max of browse <= 1 s",
                        "max of order <= 1 s");
        assertThat(plan.limits().stream().filter(limit -> limit.request().equals(Optional.of("order"))))
                .noneMatch(limit -> plan.cells().stream()
                        .filter(other -> !other.workload().name().equals("compute"))
                        .anyMatch(limit::selects));
    }

    /** They are held against those of an earlier run. */
    @Test
    void filesThatTheFileNamesAreNamed() throws IOException {
        Files.writeString(folder.resolve("order.json"), "{\"id\": ${id}}");

        assertThat(plan(SHOP.replace("send: '{\"id\": ${id}}'", "send-file: order.json"), "")
                        .files())
                .containsExactly(
                        Map.entry("items.csv", folder.resolve("items.csv")),
                        Map.entry("order.json", folder.resolve("order.json")));
    }

    @Test
    void anAnswerMayBeHeldAgainstPlacesOfItsJson() {
        HttpRequest order = workload(
                        SHOP.replace(
                                "status: 201, body: .*",
                                "status: 201, json: {/item/name: '${name}', /count: 2, /text: '2', /new: true, /old: null, /none: }"),
                        "")
                .requests()
                .mix()
                .get(1)
                .request();

        assertThat(order.json())
                .containsExactly(
                        new JsonCheck("/item/name", JsonCheck.Kind.TEXT, "${name}"),
                        new JsonCheck("/count", JsonCheck.Kind.NUMBER, "2"),
                        new JsonCheck("/text", JsonCheck.Kind.TEXT, "2"),
                        new JsonCheck("/new", JsonCheck.Kind.BOOLEAN, "true"),
                        new JsonCheck("/old", JsonCheck.Kind.NULL, "null"),
                        new JsonCheck("/none", JsonCheck.Kind.NULL, "null"));
    }

    @Test
    void aTokenMayBeACookie() {
        Login login = workload(SHOP.replace("token: /token}", "cookie: SESSION}"), "")
                .login()
                .orElseThrow();

        assertThat(login.tokenIn("{\"token\": \"abc\"}", Map.of("SESSION", "s1")))
                .contains("s1");
        assertThat(login.tokenIn("{\"token\": \"abc\"}", Map.of())).isEmpty();
    }

    @Test
    void aTokenMayHaveATime() {
        assertThat(workload(SHOP.replace("token: /token}", "token: /token, every: 5 min}"), "")
                        .login()
                        .orElseThrow()
                        .every())
                .contains(Duration.ofMinutes(5));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refuses(String what, String sound, String spoiled, String words) {
        assertThat(SHOP).contains(sound);
        Sample.assertOneProblem(
                folder, Sample.SOUND.replace(COMPUTE, SHOP.replace(sound, spoiled)), words.split("\\|"));
    }

    static Stream<Arguments> refuses() {
        String feed = "{file: items.csv, order: shuffled}";
        return Stream.of(
                arguments(
                        "shares that don't add up",
                        "browse: {share: 67.5 %",
                        "¦browse: {share: 66 %",
                        "the shares of the requests add up to 98.5 %, and must add up to 100 %"),
                arguments("a share of nothing", "share: 67.5 %", "share: ¦0 %", "the share of a request is above 0"),
                arguments("a request without a share", "{share: 67.5 %, path", "¦{path", "needs the key 'share'"),
                arguments("an unknown key of a request", ", status: 201", ", ¦statsu: 201", "unknown key 'statsu'"),
                arguments(
                        "one request and several",
                        "    warm-up-users: 2\n",
                        "    ¦path: /one\n    body: .*\n    warm-up-users: 2\n",
                        "workload compute has one form, found [path, requests]"),
                arguments(
                        "a place that nothing fills",
                        "'/items?q=${name}'",
                        "¦'/items?q=${nane}'",
                        "nothing fills ${nane}; did you mean 'name'?|allowed: name, id, token"),
                arguments(
                        "a place in a body that nothing fills",
                        "'{\"id\": ${id}}'",
                        "¦'{\"id\": ${number}}'",
                        "nothing fills ${number}"),
                arguments(
                        "a token without a login",
                        "headers: {Authorization: 'Bearer ${token}'}\n" + FEED + LOGIN,
                        "headers: ¦{Authorization: 'Bearer ${token}'}\n" + FEED,
                        "nothing fills ${token}|allowed: name, id"),
                arguments("a data file that is not there", "items.csv", "¦other.csv", "there is no file |other.csv"),
                arguments(
                        "a record with a value too few",
                        feed,
                        "{file: ¦ragged.csv}",
                        "record 1 of ragged.csv has 1 values, and 2 are expected: name, id"),
                arguments("a quote that does not end", feed, "{file: ¦open.csv}", "open.csv can't be read: "),
                arguments(
                        "a share with three decimals",
                        "share: 67.5 %",
                        "share: ¦67.555 %",
                        "the share of a request has two decimals at most"),
                arguments("two columns of one name", feed, "{file: ¦twice.csv}", "twice.csv has two columns 'name'"),
                arguments("a data file without a record", feed, "{file: ¦head.csv}", "head.csv has no record"),
                arguments(
                        "a record with a hole",
                        feed,
                        "{file: ¦holes.json}",
                        "record 2 of |holes.json has no text, number or boolean 'id'"),
                arguments("JSON that is no list", feed, "{file: ¦flat.json}", "flat.json is no array of objects"),
                arguments(
                        "a column that the login fills",
                        feed,
                        "¦{file: token.csv}",
                        "the data file has a column 'token'"),
                arguments(
                        "an unknown order",
                        "shuffled",
                        "¦shuffle",
                        "unknown order 'shuffle'; did you mean 'shuffled'?"),
                arguments(
                        "a token that is neither",
                        "token: /token",
                        "token: ¦token",
                        "is neither a JSON pointer, which starts with /, nor a regular expression with one group"),
                arguments(
                        "a login without a token",
                        "{method: POST, path: /login, send: '{\"user\": \"u\"}', token: /token}",
                        "¦{method: POST, path: /login, send: '{\"user\": \"u\"}'}",
                        "the login has one form, found none|allowed: cookie, token"),
                arguments(
                        "a token for no time",
                        "token: /token",
                        "token: /token, every: ¦0 s",
                        "a token is used for more than 0 s"),
                arguments(
                        "a time without a unit",
                        "token: /token",
                        "token: /token, every: ¦5",
                        "'5' has no unit|allowed: ns, us, ms, s, min"),
                arguments(
                        "a place of JSON that is no pointer",
                        "status: 201, body: .*",
                        "status: 201, json: {¦count: 2}",
                        "'count' is no JSON pointer, which starts with /, as in /items/0/name"),
                arguments(
                        "a place of JSON with an unknown column",
                        "status: 201, body: .*",
                        "status: 201, json: ¦{/name: '${nane}'}",
                        "nothing fills ${nane}; did you mean 'name'?|allowed: name, id"),
                arguments(
                        "a place of JSON with the token",
                        "status: 201, body: .*",
                        "status: 201, json: ¦{/name: '${token}'}",
                        "nothing fills ${token}|allowed: name, id"),
                arguments(
                        "JSON that is more than a value",
                        "status: 201, body: .*",
                        "status: 201, json: {/items: ¦[1, 2]}",
                        "is expected"),
                arguments(
                        "no place of JSON",
                        "status: 201, body: .*",
                        "status: 201, json: ¦{}",
                        "defines no JSON pointer"),
                arguments(
                        "a request without an expected answer",
                        "order: {share: 32.5 %, path: /orders, method: POST, send: '{\"id\": ${id}}', status: 201, body: .*}",
                        "order: ¦{share: 32.5 %, path: /orders, method: POST, send: '{\"id\": ${id}}', status: 201}",
                        "request order needs the key 'body' or 'json'"),
                arguments(
                        "a token and a cookie",
                        "{method: POST, path: /login, send: '{\"user\": \"u\"}', token: /token}",
                        "¦{method: POST, path: /login, send: '{\"user\": \"u\"}', token: /token, cookie: SESSION}",
                        "the login has one form, found [token, cookie]"),
                arguments(
                        "a path with a brace",
                        "/orders, ",
                        "¦'/orders{id}', ",
                        "the path of order is made of letters"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refusesLimits(String what, String limits, String words) {
        Sample.assertOneProblem(folder, Sample.SOUND.replace(COMPUTE, SHOP) + limits, words.split("\\|"));
    }

    static Stream<Arguments> refusesLimits() {
        return Stream.of(
                arguments(
                        "an unknown request",
                        "  - requests: [¦ordr]\n    limits: {p99: \"<= 1 s\"}\n",
                        "unknown request 'ordr'; did you mean 'order'?|allowed: browse, order"),
                arguments(
                        "what is not known of one request",
                        "  - requests: [order]\n    limits: {¦cpu: \"<= 1 ms/req\"}\n",
                        "cpu is not known of a single request|allowed: min, mean, p50"),
                arguments(
                        "a request of another workload",
                        "  - workloads: [io]\n    requests: [¦order]\n    limits: {p99: \"<= 1 s\"}\n",
                        "unknown request 'order'"));
    }

    private Workload workload(String shop, String limits) {
        return cell(plan(shop, limits)).workload();
    }

    private static Cell cell(Plan plan) {
        return plan.cells().stream()
                .filter(cell -> cell.workload().name().equals("compute"))
                .findFirst()
                .orElseThrow();
    }

    private Plan plan(String shop, String limits) {
        assertThat(Sample.SOUND).contains(COMPUTE);
        Sample.write(folder, Sample.SOUND.replace(COMPUTE, shop) + limits);
        Plan plan = PlanReader.read(
                Map.of("loomgate.thresholds", folder.resolve("thresholds.yml").toString()), Set.of(21, 25));
        assertThat(plan.limits()).anyMatch(limit -> limit.metric() == Metric.ERRORS);
        return plan;
    }
}
