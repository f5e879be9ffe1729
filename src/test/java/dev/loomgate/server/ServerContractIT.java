package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.plan.Workload;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The contract that all servers keep ({@code src/main/servers/README.md}), asked of every variant before anything is measured. */
@ParameterizedClass(name = "{0}")
@MethodSource("arms")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ServerContractIT {
    private static final int IN_A_ROW = 5;
    private static final int AT_ONCE = 50;
    private static final int TRIES = 3;

    /** One after the other would take 50 x 100 ms = 5 s. */
    private static final Duration FAR_LESS_THAN_ONE_AFTER_THE_OTHER = Duration.ofMillis(2500);

    /** Tells 100 ms from 100 s and no more: how fast a server is, is the benchmarks' question. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final List<String> REPORTED = List.of(
            "threads", "request-threads", "accept-queue", "max-connections", "gc", "heap-max", "java", "processors");

    @Parameter
    private ContractArms.Arm arm;

    private RunningServer server;
    private WebTestClient client;

    static Stream<ContractArms.Arm> arms() {
        return ContractArms.ofSystemProperties().arms();
    }

    @BeforeParameterizedClassInvocation
    void boot() {
        server = arm.boot();
        client = WebTestClient.bindToServer()
                .baseUrl(server.baseUri().toString())
                .responseTimeout(Duration.ofSeconds(60))
                .build();
    }

    @AfterParameterizedClassInvocation
    void stop() {
        server.close();
    }

    Stream<Named<Workload>> workloads() {
        return arm.workloads().stream().map(workload -> Named.of(workload.name(), workload));
    }

    @ParameterizedTest(name = "{0}: answers 200, text/plain and the body")
    @MethodSource("workloads")
    void answersWell(Workload workload) {
        answersWellInTime(workload);
    }

    @ParameterizedTest(name = "{0}: waits as long as it should, every time")
    @MethodSource("workloads")
    void waitsAsLongAsItShould(Workload workload) {
        assertThat(Stream.generate(() -> answersWellInTime(workload)).limit(IN_A_ROW))
                .allSatisfy(elapsed -> assertThat(elapsed).isGreaterThanOrEqualTo(workload.waits()))
                .anySatisfy(elapsed ->
                        assertThat(elapsed).isLessThan(workload.waits().plus(PATIENCE)));
    }

    @Test
    @DisplayName("waits for 50 requests at once, not for one after the other")
    void waitsForManyAtOnce() throws Exception {
        Workload io = arm.workloads().stream()
                .filter(workload -> workload.name().equals("io"))
                .findFirst()
                .orElseThrow();
        Duration best = allAtOnce(io);
        for (int retry = 1; retry < TRIES && best.compareTo(FAR_LESS_THAN_ONE_AFTER_THE_OTHER) >= 0; retry++) {
            best = Collections.min(List.of(best, allAtOnce(io)));
        }
        assertThat(best).isBetween(io.waits(), FAR_LESS_THAN_ONE_AFTER_THE_OTHER);
    }

    @Test
    @DisplayName("answers an unknown path with 404 and no stack trace")
    void knowsNoOtherPath() {
        EntityExchangeResult<String> answer = ask(HttpMethod.GET, "/no-such-path");

        assertThat(answer.getStatus().value()).isEqualTo(404);
        assertHoldsNoStackTrace(answer);
    }

    @ParameterizedTest(name = "{0}: refuses POST with 4xx and no stack trace")
    @MethodSource("workloads")
    void refusesOtherMethods(Workload workload) {
        EntityExchangeResult<String> answer = ask(HttpMethod.POST, workload.path());

        assertThat(answer.getStatus().is4xxClientError())
                .as("4xx, was %s", answer.getStatus())
                .isTrue();
        assertHoldsNoStackTrace(answer);
    }

    @Test
    @DisplayName("is configured as planned, and says so at /effective")
    void isConfiguredAsPlanned() {
        Map<String, String> effective = client.get()
                .uri("/effective")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.APPLICATION_JSON)
                .expectBody(new ParameterizedTypeReference<Map<String, String>>() {})
                .returnResult()
                .getResponseBody();

        assertThat(effective)
                .containsAllEntriesOf(arm.variant().effective())
                .containsEntry("heap-max", String.valueOf(arm.runtime().heapMebibytes()))
                .containsEntry("processors", String.valueOf(arm.processors()))
                .containsEntry("http", "1.1")
                .containsEntry("compression", "off")
                .doesNotContainKey("faults")
                .hasEntrySatisfying(
                        "java",
                        java -> assertThat(java)
                                .isEqualTo(arm.java())
                                .startsWith(arm.runtime().java() + "."));
        assertThat(REPORTED)
                .allSatisfy(key ->
                        assertThat(effective).extractingByKey(key).asString().isNotBlank());
        assertThat(server.effective()).as("what the launcher read").containsAllEntriesOf(effective);
    }

    @Test
    @DisplayName("prints nothing but what went wrong")
    void printsNothing() {
        assertThat(server.log()).isEmptyFile();
    }

    private Duration answersWellInTime(Workload workload) {
        long start = System.nanoTime();
        EntityExchangeResult<String> answer = ask(HttpMethod.GET, workload.path());
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        MediaType type = answer.getResponseHeaders().getContentType();
        SoftAssertions.assertSoftly(softly -> {
            softly.assertThat(answer.getStatus().value()).as("status").isEqualTo(200);
            softly.assertThat(String.valueOf(type)).as("content type").startsWith(MediaType.TEXT_PLAIN_VALUE);
            softly.assertThat(bodyOf(answer)).as("body").matches(workload.body());
        });
        return elapsed;
    }

    private Duration allAtOnce(Workload workload) throws InterruptedException, ExecutionException {
        try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            List<Future<Duration>> answers = Stream.generate(() -> users.submit(() -> answersWellInTime(workload)))
                    .limit(AT_ONCE)
                    .toList();
            for (Future<Duration> answer : answers) {
                answer.get();
            }
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }

    private EntityExchangeResult<String> ask(HttpMethod method, String path) {
        return client.method(method)
                .uri(path)
                .exchange()
                .expectBody(String.class)
                .returnResult();
    }

    private static String bodyOf(EntityExchangeResult<String> answer) {
        return Objects.requireNonNullElse(answer.getResponseBody(), "");
    }

    private static void assertHoldsNoStackTrace(EntityExchangeResult<String> answer) {
        assertThat(bodyOf(answer)).doesNotContain("\tat ", "Exception", "\"trace\"");
    }
}
