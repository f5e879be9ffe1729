package dev.loomgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loomgate.plan.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract that all servers keep ({@code src/main/servers/README.md}), asked of every variant before anything is
 * measured.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@MethodSource("arms")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("untimed")
@Order(2)
final class ServerContractIT {
    private static final int IN_A_ROW = 5;
    private static final Duration LONG_WAIT = Duration.ofMillis(200);
    private static final int AT_ONCE = 50;
    private static final int TRIES = 3;

    /** More than were asked at once before, so that a pool would have to grow. */
    private static final int MORE_AT_ONCE = 150;

    /** One after the other would take 50 x 100 ms = 5 s. */
    private static final Duration FAR_LESS_THAN_ONE_AFTER_THE_OTHER = Duration.ofMillis(2500);

    /** Tells 100 ms from 100 s and no more: how fast a server is, is the benchmarks' question. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final String[] REPORTED = {
        "threads",
        "request-threads",
        "accept-queue",
        "max-connections",
        "gc",
        "heap-max",
        "java",
        "processors",
        "memory-limit",
        "cpu-limit"
    };

    @Parameter
    private ContractArms.Arm arm;

    private RunningServer server;
    private ContractClient client;

    private static @Nullable ContractArms contract;
    private static int armsLeft;
    private static @Nullable BootsAhead boots;

    static Stream<ContractArms.Arm> arms() {
        ContractArms all = ContractArms.ofSystemProperties();
        List<ContractArms.Arm> arms = all.arms().toList();
        contract = all;
        armsLeft = arms.size();
        boots = new BootsAhead(arms);
        return arms.stream();
    }

    @BeforeParameterizedClassInvocation
    void boot() {
        server = Objects.requireNonNull(boots).serverOf(arm);
        client = new ContractClient(arm.toString(), server);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        // Null when it did not start; the report then says that, and not this.
        if (server != null) {
            server.close();
        }
        armsLeft--;
        if (armsLeft == 0 && contract != null) {
            contract.close();
        }
    }

    Stream<Named<Workload>> workloads() {
        return arm.workloads().stream().map(workload -> Named.of(workload.name(), workload));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("answers 200, the content type and the body:")
    @MethodSource("workloads")
    void answersWell(Workload workload) {
        client.answersWell(workload);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("waits as long as it should, every time:")
    @MethodSource("workloads")
    void waitsAsLongAsItShould(Workload workload) {
        List<Duration> times = timesOf(workload);

        assertThat(times)
                .as("times of %s on %s", workload.path(), arm)
                .allSatisfy(elapsed -> assertThat(elapsed).isGreaterThanOrEqualTo(workload.waits()))
                .anySatisfy(elapsed ->
                        assertThat(elapsed).isLessThan(workload.waits().plus(PATIENCE)));
    }

    private List<Duration> timesOf(Workload workload) {
        ContractArms services = Objects.requireNonNull(contract);
        services.prepare(workload, server);
        try {
            return Stream.generate(() -> client.answersWell(workload))
                    .limit(workload.waits().compareTo(LONG_WAIT) < 0 ? IN_A_ROW : 1)
                    .toList();
        } finally {
            services.resetDelay();
        }
    }

    @Test
    @DisplayName("waits for 50 requests at once, not for one after the other")
    void waitsForManyAtOnce() throws Exception {
        Workload io = io();
        Duration best = client.answersWellAtOnce(io, AT_ONCE);
        for (int retry = 1; retry < TRIES && best.compareTo(FAR_LESS_THAN_ONE_AFTER_THE_OTHER) >= 0; retry++) {
            best = Collections.min(List.of(best, client.answersWellAtOnce(io, AT_ONCE)));
        }
        assertThat(best)
                .as("time of %d requests at once on %s", AT_ONCE, arm)
                .isBetween(io.waits(), FAR_LESS_THAN_ONE_AFTER_THE_OTHER);
    }

    /**
     * Whatever a server says of its threads: requests that wait must not be found on threads that its variant does not
     * have.
     */
    @Test
    @DisplayName("holds platform threads for waiting requests only where its variant says so")
    void holdsNoOtherThreads() throws Exception {
        assumeThat(server.pid()).as("process id, which only Linux shows").isPresent();
        Workload io = io();
        client.answersWell(io);
        long before = PlatformThreads.of(server);

        client.answersWellAtOnce(io, MORE_AT_ONCE);

        assertThat(PlatformThreads.of(server) - before)
                .as("new threads of %s", arm)
                .isLessThan(PlatformThreads.mayAdd(arm));
    }

    private Workload io() {
        Optional<Workload> io = arm.workloads().stream()
                .filter(workload -> workload.name().equals("io"))
                .findFirst();
        assumeThat(io).as("io, which -Dloomgate.workloads may leave out").isPresent();
        return io.orElseThrow();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("answers 50 requests at once as well as one:")
    @MethodSource("workloads")
    void answersManyAtOnce(Workload workload) throws Exception {
        client.answersWellAtOnce(workload, AT_ONCE);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("refuses a bad parameter with 400 and the reason:")
    @CsvSource(
            delimiter = '|',
            value = {
                "/primes | from is a whole number from 0 to 1000000, and is missing",
                "/primes?from=1 | to is a whole number from 0 to 1000000, and is missing",
                "/primes?from=x&to=10 | from is a whole number from 0 to 1000000",
                "/primes?from=1&to=-10 | to is a whole number from 0 to 1000000",
                "/primes?from=10&to=1 | from is not greater than to, was 10 and 1",
                "/primes?from=0&to=1000000 | a range holds at most 100000 numbers",
                "/aggregate | delay is a whole number from 0 to 10000, and is missing",
                "/aggregate?delay=soon | delay is a whole number from 0 to 10000",
                "/aggregate?delay=10001 | delay is a whole number from 0 to 10000, was 10001",
                "/primes?from=1&to=10&tasks=all | tasks is 'each', or is missing",
                "/clans | delay is a whole number from 0 to 10000, and is missing",
                "/clans/warp/members?delay=soon | delay is a whole number from 0 to 10000",
                "/clans/nobody/members?delay=0 | there is no such clan"
            })
    void refusesABadParameter(String path, String reason) {
        ContractClient.Answer answer = client.ask("GET", path);

        assertThat(answer.status()).as("status of %s on %s", path, arm).isEqualTo(400);
        assertThat(answer.contentType())
                .as("content type of %s on %s", path, arm)
                .startsWith("text/plain");
        assertThat(answer.body()).as("body of %s on %s", path, arm).isEqualTo(reason);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("answers what it asks itself:")
    @CsvSource(
            delimiter = '|',
            value = {
                "/clans?delay=200 | [{\"tag\":\"heddle\",\"name\":\"The Heddles\"},",
                "/clans/weft/members?delay=200 | [{\"id\":16,\"name\":\"Pia\"},{\"id\":17,\"name\":\"Quin\"},"
            })
    void answersWhatItAsksItself(String path, String beginning) {
        long start = System.nanoTime();
        ContractClient.Answer answer = client.ask("GET", path);

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("time of %s on %s", path, arm)
                .isGreaterThanOrEqualTo(LONG_WAIT);
        assertThat(answer.status()).as("status of %s on %s", path, arm).isEqualTo(200);
        assertThat(answer.contentType())
                .as("content type of %s on %s", path, arm)
                .startsWith("application/json");
        assertThat(answer.body()).as("body of %s on %s", path, arm).startsWith(beginning);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("refuses a bad path with 4xx and no stack trace:")
    @ValueSource(strings = {"/", "/IO", "/io/more", "/primes/1/10", "/..%2f..%2fetc/passwd", "/%zz"})
    void refusesABadPath(String path) throws IOException {
        String answer = client.raw(path);

        assertThat(answer).as("answer to %s on %s", path, arm).matches("(?s)HTTP/1\\.1 4\\d\\d.*");
        assertThat(answer).as("answer to %s on %s", path, arm).doesNotContain("\tat ", "Exception", "\"trace\"");
    }

    @Test
    @DisplayName("answers an unknown path with 404 and no stack trace")
    void knowsNoOtherPath() {
        ContractClient.Answer answer = client.ask("GET", "/no-such-path");

        assertThat(answer.status()).as("status on %s", arm).isEqualTo(404);
        client.assertHoldsNoStackTrace(answer);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("refuses POST with 4xx and no stack trace:")
    @MethodSource("workloads")
    void refusesOtherMethods(Workload workload) {
        ContractClient.Answer answer = client.ask("POST", workload.path());

        assertThat(answer.status())
                .as("status of POST %s on %s", workload.path(), arm)
                .isBetween(400, 499);
        client.assertHoldsNoStackTrace(answer);
    }

    @Test
    @DisplayName("is configured as planned, and says so at /effective")
    void isConfiguredAsPlanned() {
        Map<String, String> effective = client.effective();

        assertThat(effective)
                .as("what %s says of itself", arm)
                .containsKeys(REPORTED)
                .allSatisfy((key, value) -> assertThat(value).as(key).isNotBlank())
                .containsAllEntriesOf(arm.variant().effectiveOn(arm.runtime()))
                .containsAllEntriesOf(arm.runtime().limits())
                .containsEntry("heap-max", String.valueOf(arm.runtime().heapMebibytes()))
                .containsEntry("processors", String.valueOf(arm.processors()))
                .containsEntry("http", "1.1")
                .containsEntry("compression", "off")
                .doesNotContainKey("faults");
        if (arm.launcher().name().equals("container")) {
            assertThat(effective)
                    .containsEntry("memory-limit", String.valueOf(arm.runtime().memoryMebibytes()));
        }
        assertThat(server.effective()).as("what the launcher read of %s", arm).containsAllEntriesOf(effective);
    }

    @Test
    @DisplayName("runs on the Java of its runtime")
    void runsOnTheJavaOfItsRuntime() {
        String java = client.effective().getOrDefault("java", "");

        assertThat(java).as("Java of %s", arm).startsWith(arm.java());
        assertThat(Runtime.Version.parse(java).feature())
                .as("Java of %s", arm)
                .isEqualTo(arm.runtime().java());
    }

    @Test
    @DisplayName("prints nothing but what went wrong")
    void printsNothing() {
        assertThat(server.log()).as("log of %s", arm).isEmptyFile();
    }
}
