package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.loomgate.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsReaderTest {
    private static final String ONE = """
            claims:
              LUND-1:
                says: virtual answers sooner.
                figures: none
                relations:
                  - {metric: p99, workload: io, load: 500 req/s, order: [virtual, webflux, platform-unlimited]}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void theShippedFileHasEveryClaimOfTheStudies() {
        ClaimPlan plan = PlanReader.readClaims(Map.of(), Set.of(25));

        assertThat(plan.claims())
                .extracting(Claim::id)
                .containsExactlyInAnyOrderElementsOf(Stream.of(
                                ids("LUND", 12),
                                Stream.of("LUND-6b"),
                                ids("DEBS", 4),
                                Stream.of("DEBS-2c", "DEBS-3b"),
                                ids("KTH", 5),
                                ids("NCI", 4),
                                Stream.of("NCI-2b", "JEP-491"))
                        .flatMap(all -> all)
                        .toList());
        assertThat(plan.units(plan.claims()).recorded())
                .as("recorded are only the pairs of LUND-8")
                .extracting(PairedCell::name)
                .containsExactlyInAnyOrder("virtual vs webflux/compute", "platform-unlimited vs webflux/compute");
        assertThat(plan.pairBoots(plan.claims()))
                .as("on servers that do nothing else")
                .anySatisfy(boot -> assertThat(boot)
                        .singleElement()
                        .satisfies(group -> assertThat(group.workload().name()).isEqualTo("compute")));
        assertThat(plan.alone())
                .as("only what no pair tells takes servers of its own")
                .extracting(cell -> cell.workload().name() + " " + cell.load().displayName())
                .containsExactlyInAnyOrder("io search claims", "io 1200 req/s");
    }

    @Test
    void theFileOfHalfACpuAsksForThroughputAtTheEndAndForCollections() {
        ClaimPlan plan = PlanReader.readClaims(
                Map.of("loomgate.claims.file", "src/main/claims/claims-ceiling.yml", "loomgate.runtimes", "debs"),
                Set.of(25));

        assertThat(plan.claims()).extracting(Claim::id).containsExactly("DEBS-1", "DEBS-2", "DEBS-4");
        assertThat(plan.plan().cells())
                .hasSize(8)
                .allMatch(cell -> cell.runtime().name().equals("debs"))
                .allMatch(cell -> cell.load() instanceof LoadProfile.Closed
                        || cell.workload().name().equals("fortunes-200"));
        assertThat(plan.alone()).isEmpty();
        assertThat(plan.pairBoots(plan.claims()))
                .as("json and fortunes, and fortunes-200 with other pools")
                .extracting(List::size)
                .containsExactly(2, 1);
        assertThat(inTurn(plan)).as("there is one CPU for two halves").hasSameSizeAs(plan.pairs());
    }

    @Test
    void theFileOfWhatTheStudiesBuiltAsksServersThatCallThemselves() {
        ClaimPlan plan = PlanReader.readClaims(
                Map.of(
                        "loomgate.claims.file", "src/main/claims/claims-as-built.yml",
                        "loomgate.thresholds", "src/main/claims/as-built.yml"),
                Set.of(25));

        assertThat(plan.alone())
                .extracting(Cell::boot)
                .containsExactlyInAnyOrder(
                        "platform-default.jdk25.itself", "webflux-tomcat.jdk25.itself", "virtual.jdk25.itself");
        assertThat(plan.pairs())
                .singleElement()
                .satisfies(pair -> assertThat(pair.workload().name()).isEqualTo("primes-each"));
    }

    @Test
    void theFileOnCarriersAsksForPairsOnEachRuntime() {
        ClaimPlan plan = PlanReader.readClaims(
                Map.of(
                        "loomgate.claims.file", "src/main/claims/claims-carrier.yml",
                        "loomgate.thresholds", "src/main/claims/carrier.yml",
                        "loomgate.runtimes", "jdk25,four-carriers,one-loop"),
                Set.of(25));

        assertThat(plan.alone()).isEmpty();
        assertThat(plan.pairBoots(plan.claims())).hasSize(3);
        assertThat(inTurn(plan))
                .hasSize(9)
                .allMatch(cell -> cell.requestsPerSecond().orElse(0) == 32);
    }

    private static List<PairedCell> inTurn(ClaimPlan plan) {
        return plan.pairs().stream().filter(cell -> cell.inTurn().isPresent()).toList();
    }

    private static final String OWN = """
            variants:
              few-workers:
                as: quarkus-blocking
                settings: {quarkus.thread-pool.max-threads: 100}
                effective: {request-threads: 100}
            claims:
              DEBS-3:
                says: It has an end.
                figures: none
                relations:
                  - {metric: throughput, workload: fortunes-200, load: 200 users, of: few-workers, at-most: 525 req/s}
            """;

    @Test
    void aVariantOfTheFileItselfIsOneOfTheThresholdsWithOtherSettings() throws IOException {
        ClaimPlan plan = read(OWN);

        assertThat(plan.alone()).extracting(Cell::variant).singleElement().satisfies(variant -> {
            assertThat(variant.name()).isEqualTo("few-workers");
            assertThat(variant.folder()).isEqualTo("quarkus-blocking");
            assertThat(variant.settings()).containsEntry("quarkus.thread-pool.max-threads", "100");
            assertThat(variant.effective())
                    .containsEntry("request-threads", "100")
                    .containsEntry("max-connections", "unlimited");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "as: quarkus-blocking | as: quarkus-blockin | did you mean 'quarkus-blocking'?",
                "few-workers:         | webflux:            | is a variant of the thresholds file: take another name",
                "few-workers:         | less-workers:       | unknown variant 'few-workers'; did you mean 'less-workers'?",
                "settings: {          | setting: {          | did you mean 'settings'?",
                "as: quarkus-blocking | as: few-workers     | unknown variant 'few-workers'",
            })
    void saysWhatIsWrongWithAVariantOfTheFileItself(String right, String wrong, String words) {
        String text = OWN.replace(right, wrong);

        assertThat(text).isNotEqualTo(OWN);
        assertThatThrownBy(() -> read(text)).hasMessageContaining("claims.yml:").hasMessageContaining(words);
    }

    @Test
    void whatIsNoJvmOfThisProjectHasNothingOfThat() throws IOException {
        String shipped = "    server: spring-webflux\n    effective: {threads: event-loop}\n";
        String thresholds = Files.readString(Path.of("src/main/claims/carrier.yml"));
        assertThat(thresholds).contains(shipped);
        Path foreign = Files.writeString(
                folder.resolve("thresholds.yml"),
                thresholds.replace(shipped, "    command: [node, app.js]\n    port: {env: PORT}\n    ready: /up\n"));
        Path claims = Files.writeString(folder.resolve("claims.yml"), """
                variants:
                  other: {as: webflux, settings: {pool: 100}, effective: {threads: event-loop}}
                claims:
                  OWN-1:
                    says: It has an end.
                    figures: none
                    relations:
                      - {metric: throughput, workload: matmul, load: 8 users, of: other, at-most: 525 req/s}
                """);
        Map<String, String> both =
                Map.of("loomgate.thresholds", foreign.toString(), "loomgate.claims.file", claims.toString());

        assertThatThrownBy(() -> PlanReader.readClaims(both, Set.of(25)))
                .hasMessageContaining("'webflux' is not started as a JVM: it has no settings")
                .hasMessageContaining("'webflux' is no server of this project: it reports nothing");
    }

    /** What is wrong with a variant of the thresholds file is said there, and not once more where it is named. */
    @Test
    void aMistakeOfTheThresholdsFileIsNoneOfTheClaims() throws IOException {
        String thresholds = Files.readString(Path.of("src/main/claims/carrier.yml"));
        String shipped = "    server: spring-webflux\n";
        assertThat(thresholds).contains(shipped);
        Path misspelt = Files.writeString(
                folder.resolve("thresholds.yml"), thresholds.replace(shipped, "    servr: spring-webflux\n"));
        Path claims = Files.writeString(
                folder.resolve("claims.yml"),
                OWN.replace("quarkus-blocking", "webflux").replace("fortunes-200", "matmul"));
        Map<String, String> both =
                Map.of("loomgate.thresholds", misspelt.toString(), "loomgate.claims.file", claims.toString());

        assertThatThrownBy(() -> PlanReader.readClaims(both, Set.of(25)))
                .hasMessageContaining("did you mean 'server'?")
                .message()
                .doesNotContain("claims.yml:");
    }

    private static final String PAIRS = """
            pairs:
              window: 2 s
              windows: 4
              dropped: 200 ms
              rest: 100 ms
              warm-up: {requests: 2000, pause: 200 ms, floor: 2, cap: 8, quiet: 25 %}
              in-turn: [compute]
            """;

    private static final String TWO = """
            claims:
              LUND-1:
                says: virtual answers sooner.
                figures: none
                relations:
                  - {metric: p99, workload: io, load: 500 req/s, order: [virtual, webflux, platform-unlimited]}
                  - {metric: live-heap, workload: io, load: 500 req/s, ratio: [webflux, virtual], between: [30 %, 70 %]}
                  - {metric: p50, workload: compute, load: 80 req/s, order: [virtual, webflux]}
              LUND-2:
                says: It has an end.
                figures: none
                relations:
                  - {metric: threads-peak, workload: io, load: 500 req/s, of: virtual, at-most: 80 threads}
                  - {metric: throughput, workload: io, load: 64 users, order: [virtual, webflux]}
            """;

    /** Each server gets the rate that is claimed, in the same seconds, or in turns where that is too much for both. */
    @Test
    void twoVariantsAtOneRateAreAPair() throws IOException {
        ClaimPlan plan = read(PAIRS + TWO);

        assertThat(plan.pairs())
                .extracting(
                        PairedCell::variant,
                        cell -> cell.workload().name(),
                        cell -> cell.load().displayName())
                .containsExactly(
                        tuple("virtual vs webflux", "io", "1000 req/s"),
                        tuple("platform-unlimited vs webflux", "io", "1000 req/s"),
                        tuple("virtual vs webflux", "compute", "80 req/s"),
                        tuple("virtual vs webflux", "io", "64 users"));
        assertThat(plan.pairBoots(plan.claims())).hasSize(1);
        assertThat(inTurn(plan)).extracting(cell -> cell.workload().name()).containsExactly("compute", "io");
    }

    /** 80 req/s for 6.8 s are 544 answers, and a p99 takes 500. */
    @Test
    void aLongerWindowHasAnswersForAHigherPercentile() throws IOException {
        ClaimPlan plan = read(PAIRS.replace("windows: 4", "window-of: {compute: 7 s}\n  windows: 4")
                + TWO.replace("p50, workload: compute", "p99, workload: compute"));

        assertThat(plan.pairs()).hasSize(4);
    }

    @Test
    void aBoundOnOneVariantTakesAServerOfItsOwnWhereNoPairHasIt() throws IOException {
        ClaimPlan pair = read(PAIRS + TWO);
        ClaimPlan none =
                read((PAIRS + TWO).replace("load: 500 req/s, of: virtual", "load: 500 req/s, of: platform-100"));
        ClaimPlan other = read((PAIRS + TWO).replace("load: 500 req/s, of: virtual", "load: 400 req/s, of: virtual"));
        ClaimPlan times = read((PAIRS + TWO)
                .replace(
                        "threads-peak, workload: io, load: 500 req/s, of: virtual, at-most: 80 threads",
                        "p99, workload: io, load: 500 req/s, of: virtual, at-most: 200 ms"));

        ClaimPlan memory = read((PAIRS + TWO)
                .replace(
                        "threads-peak, workload: io, load: 500 req/s, of: virtual, at-most: 80 threads",
                        "live-heap, workload: io, load: 500 req/s, of: virtual, at-most: 80 MiB"));

        assertThat(memory.alone())
                .as("what ran before on the servers of a pair is in their memory")
                .hasSize(1);
        assertThat(pair.alone()).isEmpty();
        assertThat(none.alone()).extracting(cell -> cell.variant().name()).containsExactly("platform-100");
        assertThat(other.alone()).extracting(cell -> cell.load().displayName()).containsExactly("400 req/s");
        assertThat(times.alone())
                .as("how long an answer takes is judged by iterations that nothing disturbed")
                .extracting(cell -> cell.load().displayName())
                .containsExactly("500 req/s");
    }

    /** Servers with another heap are others: a pair does not share its boot with one that has the usual. */
    @Test
    void theHeapOfAPairMayBeAnother() throws IOException {
        ClaimPlan plan = read(PAIRS + "  heap-of: {compute: 1 GiB}\n" + TWO);

        assertThat(plan.pairs())
                .extracting(
                        cell -> cell.workload().name(),
                        cell -> cell.candidate().runtime().heapMebibytes(),
                        cell -> cell.candidate().runtime().memoryMebibytes())
                .contains(tuple("io", 256, 768), tuple("compute", 1024, 1536));
        // Fresh memory costs CPU time, and G1 would grow the young generation while answers are measured.
        assertThat(plan.pairs())
                .filteredOn(cell -> cell.workload().name().equals("compute"))
                .isNotEmpty()
                .allSatisfy(cell ->
                        assertThat(cell.candidate().runtime().jvmArgs()).contains("-Xmn682m", "-XX:+AlwaysPreTouch"));
        assertThat(plan.pairBoots(plan.claims())).hasSize(2);
    }

    /** What a variant answers at most shows in phases of the pair that a claim asks for it, and of no other. */
    @Test
    void aCeilingIsOfThePairThatIsAskedForIt() throws IOException {
        ClaimPlan plan = read((PAIRS + TWO)
                .replace("metric: live-heap, workload: io", "metric: ceiling, workload: compute")
                .replace("load: 500 req/s, ratio", "load: 80 req/s, ratio"));

        assertThat(plan.units(plan.claims()).ceilings())
                .singleElement()
                .satisfies(cell -> assertThat(cell.name()).isEqualTo("virtual vs webflux/compute"));
    }

    /** What another load has left would be in it. */
    @Test
    void whatIsAskedForItsMemoryIsFirstOnItsServers() throws IOException {
        ClaimPlan plan =
                read((PAIRS + TWO).replace("metric: p50, workload: compute", "metric: rss, workload: compute"));

        assertThat(plan.pairBoots(plan.claims()))
                .extracting(boot -> boot.getFirst().workload().name())
                .as("live heap is asked on io, and RSS on compute")
                .containsExactly("io", "compute");
    }

    /** Threads that another load has started are still there. */
    @Test
    void whatIsAskedForItsThreadsIsFirstOnItsServers() throws IOException {
        ClaimPlan plan = read((PAIRS + TWO)
                .replace(
                        "threads-peak, workload: io, load: 500 req/s, of: virtual",
                        "threads-peak, workload: compute, load: 80 req/s, of: virtual"));

        assertThat(plan.alone()).as("it is read off a pair").isEmpty();
        assertThat(plan.pairBoots(plan.claims()))
                .extracting(boot -> boot.getFirst().workload().name())
                .containsExactly("io", "compute");
    }

    /** A recording shows which threads share the work, and other workloads leave more of them. */
    @Test
    void serversThatAreRecordedDoNothingElse() throws IOException {
        ClaimPlan plan = read((PAIRS + TWO)
                .replace("metric: live-heap, workload: io", "metric: kernel-share, workload: compute")
                .replace("load: 500 req/s, ratio", "load: 80 req/s, ratio"));
        List<Claim> others = plan.claims().stream()
                .filter(claim -> claim.relations().stream().noneMatch(Relation::isOfRecordings))
                .toList();

        assertThat(plan.units(plan.claims()).recorded())
                .singleElement()
                .satisfies(cell -> assertThat(cell.name()).isEqualTo("virtual vs webflux/compute"));
        assertThat(plan.pairBoots(plan.claims())).hasSize(2);
        assertThat(plan.units(others).recorded())
                .as("what nobody asks any more")
                .isEmpty();
    }

    @Test
    void onTwoJdksAPairIsOfEach() throws IOException {
        Path file = Files.writeString(folder.resolve("claims.yml"), PAIRS + ONE);
        ClaimPlan plan = PlanReader.readClaims(
                Map.of("loomgate.claims.file", file.toString(), "loomgate.runtimes", "jdk21,jdk25"), Set.of(21, 25));

        assertThat(plan.pairs())
                .hasSize(4)
                .allMatch(cell ->
                        cell.baseline().runtime().equals(cell.candidate().runtime()))
                .extracting(PairedCell::id)
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsReadOffPairsTakesThem() {
        assertThatThrownBy(() -> read(TWO))
                .isInstanceOf(InvalidThresholds.class)
                .hasMessageContaining("claims.yml:6:")
                .hasMessageContaining("two variants under one load are measured side by side");
    }

    @Test
    void whatIsAskedOfOneVariantTakesNoPairs() throws IOException {
        ClaimPlan plan = read(TWO.substring(0, TWO.indexOf("  LUND-1:"))
                + TWO.substring(TWO.indexOf("  LUND-2:"), TWO.indexOf("      - {metric: throughput")));

        assertThat(plan.pairs()).isEmpty();
        assertThat(plan.alone()).isEqualTo(plan.plan().cells()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "in-turn: [compute] | in-turn: [computer] | unknown workload 'computer'",
                "in-turn: [compute] | heap-of: {computer: 1 GiB} | unknown workload 'computer'",
                "in-turn: [compute] | heap-of: {compute: 1024} | 1024' has no unit",
                "windows: 4         | windows: 3          | needs at least 4 windows and an even number",
                "window: 2 s        | windo: 2 s          | did you mean 'window'?",
                "window: 2 s        | window: 1.001 s     | are no whole number of requests in a window of 1001 ms",
                "p50, workload: compute | p99, workload: compute | p99 takes 500 answers, and at 80 req/s a window of 'pairs' has 144",
                "metric: throughput | metric: ceiling     | is asked of two variants that are measured as a pair",
                "threads-peak, workload: io, load: 500 req/s, of: virtual, at-most: 80 threads | kernel-share, workload: io, load: 500 req/s, of: virtual, at-most: 50 % | is asked of two variants that are recorded as a pair",
                "threads-peak, workload: io, load: 500 req/s, of: virtual, at-most: 80 threads | ceiling, workload: io, load: 500 req/s, of: virtual, at-most: 80 req/s | of one variant ask for 'capacity'",
            })
    void refusesPairs(String sound, String spoiled, String words) {
        assertThatThrownBy(() -> read((PAIRS + TWO).replace(sound, spoiled)))
                .isInstanceOf(InvalidThresholds.class)
                .hasMessageContaining(words)
                .hasMessageContaining("claims.yml");
    }

    /** No pair tells of service times; they are read off cells, whose iterations are longer. */
    @Test
    void windowsBoundNoPercentileOfCells() throws IOException {
        ClaimPlan plan = read((PAIRS + TWO).replace("p50, workload: compute", "service-p99, workload: compute"));

        assertThat(plan.alone()).extracting(cell -> cell.load().displayName()).contains("80 req/s");
    }

    private static Stream<String> ids(String study, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(number -> study + "-" + number);
    }

    @Test
    void anOrderIsARatioOfEachWithTheNext() throws IOException {
        ClaimPlan plan = read(PAIRS + ONE);

        assertThat(plan.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.relations()).hasSize(2).allSatisfy(relation -> {
                assertThat(relation.metric()).isEqualTo(Metric.P99);
                assertThat(relation.low()).isZero();
                assertThat(relation.high()).isEqualTo(1);
            });
            assertThat(claim.relations()).extracting(Relation::of).containsExactly("virtual", "webflux");
        });
        assertThat(plan.plan().cells())
                .extracting(cell -> cell.variant().name())
                .containsExactlyInAnyOrder("virtual", "webflux", "platform-unlimited");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99, workload  | p9x, workload             | unknown metric 'p9x'",
                "workload: io   | workload: oi              | unknown workload 'oi'",
                "webflux        | webflx                    | did you mean 'webflux'?",
                "order:         | within: 3 %, order:       | unknown key 'within'",
                "order:         | of: virtual, similar:    | has one form",
                "500 req/s      | search nothing            | unknown load 'search nothing'",
                "LUND-1         | Lund1                     | is not the id of a claim",
                "figures: none  | figuers: none             | figuers",
                "order: [virtual, webflux, platform-unlimited] | of: virtual                                  | needs at-most or at-least",
                "order: [virtual, webflux, platform-unlimited] | of: virtual, at-most: 5 MiB                  | 5 MiB' is not a time",
                "order: [virtual, webflux, platform-unlimited] | not-below: [virtual], within: 3 %            | names two variants",
                "order: [virtual, webflux, platform-unlimited] | not-below: all, within: 3 %                  | a list is expected here",
                "order: [virtual, webflux, platform-unlimited] | not-below: [virtual, webflux]                | needs the key 'within'",
                "order: [virtual, webflux, platform-unlimited] | ratio: [virtual, webflux], between: [30 %]   | has two shares, as in",
                "order: [virtual, webflux, platform-unlimited] | order: virtual                               | a list of variants or the word",
                "500 req/s      | 70 % of search quick      | is another one for each",
                "relations:     | relation:                 | claim LUND-1 needs the key 'relations'",
                "claims:        | claim:                    | did you mean 'claims'?",
                "order:         | study: [1, 2], order:   | has 2 figures and the relation 3 variants",
                "order:         | study: [1, 0, 2], order: | study",
                "order:         | study: 101 ms, order:   | study",
                "order:         | alike: 3, order:        | alike",
                "order:         | alike: 100 %, order:    | is a share below 100 %",
                "order: [virtual, webflux, platform-unlimited] | ratio: [virtual, webflux], between: [30 %, 40 %], alike: 3 % | unknown key 'alike'",
                "order: [virtual, webflux, platform-unlimited] | of: virtual, at-most: 5 ms, study: 5 MiB   | 5 MiB' is not a time",
            })
    void refuses(String sound, String spoiled, String words) {
        assertThatThrownBy(() -> read(ONE.replace(sound, spoiled)))
                .isInstanceOf(InvalidThresholds.class)
                .hasMessageContaining(words)
                .hasMessageContaining("claims.yml");
    }

    @Test
    void theStudysFiguresAreOneForEachVariantInTheSameOrder() throws IOException {
        ClaimPlan plan = read(PAIRS + ONE.replace("order:", "study: [101, 102, 107.1], alike: 1 %, order:"));

        assertThat(plan.claims().getFirst().relations())
                .extracting(relation -> relation.study().getAsDouble())
                .containsExactly(101 / 102.0, 102 / 107.1);
        assertThat(plan.claims().getFirst().relations())
                .extracting(Relation::alike)
                .containsExactly(0.01, 0.01);
        assertThat(read(PAIRS + ONE).claims().getFirst().relations())
                .extracting(Relation::alike)
                .containsExactly(0.03, 0.03);
    }

    @Test
    void aClaimThatNothingHereCanAskIsRefusedWhereItIsAllThereIs() throws IOException {
        String notAsked = """
                  LUND-2:
                    says: It scales to 8 CPUs.
                    figures: none
                    not-asked: needs 8 CPUs
                """;

        assertThat(read(PAIRS + ONE + notAsked).claims()).hasSize(2);
        assertThatThrownBy(() -> read("claims:\n" + notAsked))
                .hasMessageContaining("nothing of LUND-2 can be asked on this machine");
    }

    @Test
    void refusesARunOfAClaimThatIsNotThere() {
        assertThatThrownBy(() -> PlanReader.readClaims(Map.of("loomgate.claim", "LUND-77"), Set.of(25)))
                .hasMessageContaining("LUND-77");
    }

    /** It would be measured in 3 rounds, and a user who asked for 20 units would believe they were. */
    @Test
    void refusesWhatOnlyAComparisonOfTwoArmsKnows() {
        assertThatThrownBy(() -> PlanReader.readClaims(
                        Map.of("loomgate.units", "20", "loomgate.at-most", "90 min", "loomgate.seed", "3"), Set.of(25)))
                .hasMessageContaining("2 problems")
                .hasMessageContaining("loomgate.units=20")
                .hasMessageContaining("loomgate.seed=3");
    }

    /** What is ignored in silence is believed to be in force. */
    @Test
    void refusesToChooseCellsInAnotherWayThanByClaims() {
        assertThatThrownBy(() -> PlanReader.readClaims(
                        Map.of("loomgate.variants", "virtual", "loomgate.explain", ""), Set.of(25)))
                .hasMessageContaining("2 problems")
                .hasMessageContaining("loomgate.variants=virtual")
                .hasMessageContaining("choose some with -Dloomgate.claim=LUND-1");
    }

    @Test
    void aQuickTryMayBeShorter() {
        ClaimPlan plan =
                PlanReader.readClaims(Map.of("loomgate.iteration", "2 s", "loomgate.warmup.cap", "3"), Set.of(25));

        assertThat(plan.plan().scale().iteration()).isEqualTo(Duration.ofSeconds(2));
        assertThat(plan.plan().scale().warmUp().rules().capCycles()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"claim, LUND-1", "rounds, 3", "claims.file, claims.yml"})
    void whatOnlyClaimsKnowIsRefusedElsewhere(String name, String value) {
        assertThatThrownBy(() -> PlanReader.read(Map.of("loomgate." + name, value), Set.of(25)))
                .hasMessageContaining("-Dloomgate." + name + "=" + value)
                .hasMessageContaining("ask for one, too, with -Dloomgate.claims");
    }

    @ParameterizedTest
    @CsvSource({"iterations, 3", "warmup.cap, 3", "rounds, 3", "claim, LUND-1"})
    void whatAComparisonOfTwoArmsWouldIgnoreIsRefused(String name, String value) {
        assertThatThrownBy(() -> PlanReader.readDuel(
                        Map.of("loomgate.candidate", "jdk25", "loomgate." + name, value), Set.of(21, 25), 7))
                .hasMessageContaining("-Dloomgate." + name + "=" + value)
                .hasMessageContaining("together with a comparison of two arms");
    }

    @Test
    void refusesToBeAskedForTogetherWithAComparison() {
        assertThatThrownBy(() ->
                        PlanReader.readClaims(Map.of("loomgate.claims", "", "loomgate.baseline", "jdk21"), Set.of(25)))
                .hasMessageContaining("-Dloomgate.baseline=jdk21")
                .hasMessageContaining("together with a run of the claims");
    }

    private ClaimPlan read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("claims.yml"), text);
        return PlanReader.readClaims(Map.of("loomgate.claims.file", file.toString()), Set.of(25));
    }
}
