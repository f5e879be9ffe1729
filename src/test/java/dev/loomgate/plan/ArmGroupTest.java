package dev.loomgate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which pairs of variants are measured on the same servers, at the same time. */
class ArmGroupTest {
    private final ClaimPlan plan = PlanReader.readClaims(Map.of("loomgate.runtimes", "jdk25"), Set.of(25));

    @Test
    void pairsThatShareAnArmAreMeasuredTogether() {
        List<ArmGroup> groups = ArmGroup.of(plan.pairs());

        assertThat(groups)
                .filteredOn(group -> group.workload().name().equals("fortunes"))
                .singleElement()
                .satisfies(group -> {
                    assertThat(group.arms())
                            .extracting(arm -> arm.variant().name())
                            .containsExactly("quarkus-blocking", "quarkus-reactive", "quarkus-virtual");
                    assertThat(group.pairs()).hasSize(3);
                    assertThat(group.loadTogether()).isEqualTo(new LoadProfile.Constant(600));
                });
        assertThat(groups.stream().flatMap(group -> group.pairs().stream()))
                .containsExactlyInAnyOrderElementsOf(plan.pairs());
    }

    /** Of the four on aggregate-100 one is compared with one other. */
    @Test
    void aGroupHasThreeArmsAtMost() {
        assertThat(ArmGroup.of(plan.pairs()))
                .filteredOn(group -> group.workload().name().equals("aggregate-100"))
                .extracting(group -> group.arms().size())
                .containsExactly(3, 2);
    }

    /** Of the three on aggregate-100 two are compared on aggregate-500, too, and so it is with pinned. */
    @Test
    void aPairOfThreeIsMeasuredOnTheirServers() {
        assertThat(plan.pairBoots(plan.claims()))
                .extracting(boot -> boot.stream()
                        .map(group ->
                                group.workload().name() + " of " + group.arms().size())
                        .toList())
                .contains(List.of("aggregate-100 of 3", "aggregate-500 of 2"), List.of("aggregate-100 of 2"))
                .anySatisfy(boot -> assertThat(boot).contains("io of 3", "pinned of 2"));
    }

    /** Memory is asked of primes and of 100 users, so that each is the first on its servers. */
    @Test
    void aGroupSharesTheServersThatItsWorkloadHasWarmed() {
        assertThat(plan.pairBoots(plan.claims()))
                .extracting(boot -> boot.stream()
                        .map(group ->
                                group.workload().name() + " " + group.load().displayName())
                        .toList())
                .contains(
                        List.of("primes 100 users", "primes 600 req/s"),
                        List.of("remote-io 100 users", "remote-io 400 users"));
    }

    /** Users before rates, few before many, higher rates before lower ones. */
    @Test
    void loadsThatShareServersComeInOneOrder() {
        PairedCell slow = DuelPlans.pair("virtual", "webflux", "io", 100);
        PairedCell fast = DuelPlans.pair("virtual", "webflux", "compute", 1000);
        PairedCell few = users(slow, 10);
        PairedCell many = users(slow, 100);
        List<PairedCell> mixed = List.of(slow, many, fast, few);

        assertThat(loads(ArmGroup.inOrder(mixed))).containsExactly(few, many, fast, slow);
        assertThat(boots(mixed, Set.of()))
                .singleElement()
                .satisfies(boot -> assertThat(loads(boot)).containsExactly(few, many, fast, slow));
        assertThat(boots(mixed, Set.of(slow)))
                .as("what another load leaves would be in its memory")
                .singleElement()
                .satisfies(boot -> assertThat(loads(boot)).containsExactly(slow, few, many, fast));
    }

    private static PairedCell users(PairedCell pair, int users) {
        return new PairedCell(
                pair.baseline(),
                pair.candidate(),
                pair.workload(),
                new LoadProfile.Closed(users),
                Optional.of("users take turns"));
    }

    private static List<List<ArmGroup>> boots(List<PairedCell> pairs, Set<PairedCell> fresh) {
        return ArmGroup.byBoot(pairs.stream().map(ArmGroup::of).toList(), fresh, Set.of());
    }

    private static List<PairedCell> loads(List<ArmGroup> groups) {
        return groups.stream().map(group -> group.pairs().getFirst()).toList();
    }

    /** NCI-3 asks 100 users, and other claims 400 of the same variants. */
    @Test
    void onlyTheLoadOfAnOpenClaimIsAsked() {
        List<Claim> open = plan.claims().stream()
                .filter(claim -> claim.id().equals("NCI-3"))
                .toList();

        assertThat(plan.pairs())
                .filteredOn(pair -> !plan.notAsked(open).contains(pair))
                .singleElement()
                .satisfies(pair -> {
                    assertThat(pair.workload().name()).isEqualTo("remote-io");
                    assertThat(pair.load().displayName()).isEqualTo("100 users");
                });
    }

    @Test
    void otherUsersAreAnotherGroup() {
        assertThat(ArmGroup.of(plan.pairs()))
                .filteredOn(group -> group.workload().name().equals("remote-io"))
                .extracting(group -> group.loadTogether().displayName())
                .containsExactly("100 users", "400 users");
    }

    @Test
    void ofTwoArmsItIsTheirPair() {
        PairedCell pair = plan.pairs().getFirst();

        assertThat(ArmGroup.of(pair).id()).isEqualTo(pair.id());
        assertThat(ArmGroup.of(pair).boot()).isEqualTo(pair.pair());
        assertThat(ArmGroup.of(pair).loadTogether()).isEqualTo(pair.load());
    }

    @Test
    void aPairOfOthersIsRefused() {
        ArmGroup io = on("io");
        ArmGroup pinned = on("pinned");

        assertThatThrownBy(() -> new ArmGroup(pinned.arms(), io.pairs()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is of other arms");
    }

    private ArmGroup on(String workload) {
        return ArmGroup.of(plan.pairs()).stream()
                .filter(group -> group.workload().name().equals(workload))
                .findFirst()
                .orElseThrow();
    }
}
