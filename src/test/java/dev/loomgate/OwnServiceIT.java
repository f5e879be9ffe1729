package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomgate.metric.Metric;
import dev.loomgate.server.PlainService;
import dev.loomgate.server.TestCertificate;
import dev.loomgate.summary.Estimate;
import dev.loomgate.verdict.CellVerdict;
import dev.loomgate.verdict.CellVerdict.Outcome;
import dev.loomgate.verdict.SuiteVerdict;
import dev.loomgate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that knows nothing of Loomgate, as its jar was built: measured with POST, a header and a body. */
@Tag("untimed")
class OwnServiceIT {
    private static final String FILE = """
            runtimes:
              jdk25: {java: 25, heap: 64 MiB, memory: 256 MiB}
            variants:
              shop: {jar: build/plain-service.jar, port: {env: PORT}, ready: /health}
              secure: {jar: build/plain-service.jar, port: {env: PORT}, ready: /health, settings: {keys: KEYS}, tls: {certificate: shop.pem}}
              script: {command: [sh, run.sh], port: {env: PORT}, ready: /health}
            workloads:
              order:
                path: /orders
                method: POST
                headers: {Authorization: Bearer secret}
                send-file: order.json
                status: 201
                body: '\\{"item": 7\\}\\n'
                warm-up-users: 4
              stranger: {path: /orders, method: POST, send: x, body: .*, warm-up-users: 4}
              mix:
                warm-up-users: 4
                login: {method: POST, path: /login, send: perf, token: 'token=(\\w+)', every: 1 ms}
                feed: {file: items.csv}
                requests:
                  see: {share: 75 %, path: '/settings?item=${item}', body: .*}
                  order:
                    share: 25 %
                    path: /orders
                    method: POST
                    headers: {Authorization: 'Bearer ${token}'}
                    send: '${item}'
                    status: 201
                    body: (tea|rum)
              checkout: {simulation: com.acme.Checkout, class-path: [data], at-most: 30 s}
            scales:
              smoke:
                iteration: 2 s
                iterations: 1
                max-iterations: 1
                rest: 100 ms
                warm-up: {load: 1 s, pause: 100 ms, floor: 1, cap: 1, quiet: 100 %}
                cells:
                  - {variants: [shop], workloads: [order, stranger, mix], loads: [100 req/s]}
                  - {variants: [secure], workloads: [mix], loads: [100 req/s]}
                  - {variants: [script], workloads: [order], loads: [100 req/s]}
                  - {variants: [shop], workloads: [checkout], loads: [simulation]}
            limits:
              - variants: [shop]
                workloads: [order]
                limits:
                  throughput: ">= 90 % of offered"
                  allocated: "<= 1 MiB/req"
              - workloads: [mix]
                requests: [order]
                limits: {errors: "<= 0 %"}
              - workloads: [checkout]
                requests: [see, buy / order]
                limits: {errors: "<= 0 %"}
            """ + LooseGuards.YAML;

    /** Its chain and its feeder are static, as many are, and it is run more than once. */
    private static final String SIMULATION = """
            package com.acme;

            import static io.gatling.javaapi.core.CoreDsl.*;
            import static io.gatling.javaapi.http.HttpDsl.*;

            import io.gatling.javaapi.core.*;

            public class Checkout extends Simulation {
                private static final ChainBuilder BUY = group("buy").on(
                        feed(csv("goods.csv").circular()),
                        exec(http("order").post("/orders").body(StringBody("#{item}"))
                                .header("Authorization", "Bearer secret")
                                .check(status().is(201), bodyString().isEL("#{item}"))));

                public Checkout() {
                    setUp(scenario("visit").exec(exec(http("see").get("/health")), pause(java.time.Duration.ofMillis(10)), BUY)
                            .injectOpen(constantUsersPerSec(50).during(1)))
                            .protocols(http.baseUrl(System.getProperty("loomgate.url")));
                }
            }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void buildTheService() throws IOException {
        PlainService.packInto(folder.resolve("build"));
        Files.writeString(folder.resolve("order.json"), "{\"item\": 7}\n");
        Files.writeString(folder.resolve("items.csv"), "item\ntea\nrum\n");
        Files.writeString(
                folder.resolve("run.sh"),
                "exec \"$JAVA_HOME/bin/java\" -cp build/plain-service.jar " + PlainService.class.getName() + "\n");
        TestCertificate key = TestCertificate.in(folder, "shop.example");
        key.pem(folder.resolve("shop.pem"));
        Files.createDirectories(folder.resolve("src/gatling/java/com/acme"));
        Files.writeString(folder.resolve("src/gatling/java/com/acme/Checkout.java"), SIMULATION);
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/goods.csv"), "item\ntea\nrum\n");
        Files.writeString(
                folder.resolve("perf.yml"), FILE.replace("KEYS", key.store().toString()));
    }

    @Test
    void holdsItsLimitsAndFailsWhereItsFirstAnswerIsWrong() {
        SuiteVerdict verdict = Loomgate.fromSystemProperties(System.out)
                .withColdGenerator()
                .withLockIn(folder)
                .with(Map.of(
                        "loomgate.thresholds", folder.resolve("perf.yml").toString(),
                        "loomgate.scale", "smoke",
                        "loomgate.output", folder.resolve("out").toString()))
                .run();

        CellVerdict order = cell(verdict, "shop", "order");
        // One iteration says nothing of its spread, so it decides no limit but those on counts.
        assertThat(order.outcome()).as("%s", order.reasons()).isIn(Outcome.PASSED, Outcome.INCONCLUSIVE);
        assertThat(order.summary().estimate(Metric.ERRORS))
                .isInstanceOfSatisfying(
                        Estimate.Estimated.class,
                        errors -> assertThat(errors.value()).isZero());
        assertThat(order.summary().estimate(Metric.WRONG_ANSWERS))
                .isInstanceOfSatisfying(
                        Estimate.Estimated.class,
                        wrong -> assertThat(wrong.value()).isZero());
        assertThat(order.summary().estimate(Metric.ALLOCATED)).isInstanceOf(Estimate.Estimated.class);
        assertThat(order.summary().estimate(Metric.APPLICATION_CPU)).isInstanceOf(Estimate.Estimated.class);
        // Its token is another one in each cycle and phase, and the service knows the last one only.
        for (CellVerdict mix : List.of(cell(verdict, "shop", "mix"), cell(verdict, "secure", "mix"))) {
            assertThat(mix.outcome()).as("%s", mix.reasons()).isIn(Outcome.PASSED, Outcome.INCONCLUSIVE);
            assertThat(mix.summary().requests().keySet()).containsExactly("see", "order");
            assertThat(mix.verdicts("order", Metric.ERRORS)).singleElement().isInstanceOf(Verdict.Passed.class);
        }
        CellVerdict checkout = cell(verdict, "shop", "checkout");
        assertThat(checkout.outcome()).as("%s", checkout.reasons()).isEqualTo(Outcome.PASSED);
        assertThat(checkout.summary().requests().keySet()).containsExactlyInAnyOrder("see", "buy / order");
        assertThat(checkout.summary().run().iterations())
                .singleElement()
                .satisfies(iteration -> assertThat(iteration.load().good()).isEqualTo(100));
        assertThat(checkout.summary().estimate(Metric.ALLOCATED)).isInstanceOf(Estimate.Estimated.class);
        CellVerdict script = cell(verdict, "script", "order");
        assertThat(script.summary().estimate(Metric.APPLICATION_CPU)).isInstanceOf(Estimate.Estimated.class);
        assertThat(script.summary().estimate(Metric.RSS)).isInstanceOf(Estimate.Estimated.class);
        for (Metric ofJvms : List.of(Metric.ALLOCATED, Metric.LIVE_HEAP, Metric.JIT_CPU, Metric.GC_COUNT)) {
            assertThat(script.summary().estimate(ofJvms))
                    .isInstanceOfSatisfying(
                            Estimate.Missing.class,
                            missing -> assertThat(missing.reason()).contains("the service is no JVM"));
        }
        CellVerdict stranger = cell(verdict, "shop", "stranger");
        assertThat(stranger.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(stranger.reasons().toString())
                .contains("POST /orders answered status 401, expected 200, and the body 'who are you?'");
        assertThat(verdict.fingerprint().facts())
                .containsKeys("server shop", "file order.json", "file shop.pem", "simulation checkout");
    }

    private static CellVerdict cell(SuiteVerdict verdict, String variant, String workload) {
        return verdict.cells().stream()
                .filter(cell -> cell.summary().run().cell().id().startsWith(variant + "."))
                .filter(cell -> cell.summary().run().cell().workload().name().equals(workload))
                .findFirst()
                .orElseThrow();
    }
}
