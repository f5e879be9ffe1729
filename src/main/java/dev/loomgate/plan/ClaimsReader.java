package dev.loomgate.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the plan of a run of the claims: which were asked for, and the cells they need. */
final class ClaimsReader {
    private static final String STRICT = "strict";

    private final Switches switches;
    private final ThresholdsFile file;
    private final List<Problem> problems;

    ClaimsReader(Switches switches, ThresholdsFile file) {
        this.switches = switches;
        this.file = file;
        this.problems = new ArrayList<>(file.problems());
    }

    ClaimPlan plan(Set<Integer> installedJava, String scaleName) {
        Thresholds thresholds = file.thresholds();
        RunSettings settings =
                RunSettings.of(switches, installedJava, thresholds.runtimes().values(), Defaults.CLAIMS_OUTPUT);
        Filters filters = Filters.of(switches, file.declared());
        Optional<String> word = switches.word("claims", List.of("true", STRICT));
        switches.refuseWhatOnlyDuelsKnow(Set.of("at-most"));
        switches.refuseBeside("a run of the claims (-Dloomgate.claims)", List.of("baseline", "candidate", "calibrate"));
        switches.refuseBeside(
                "a run of the claims, which name their own cells: choose some with -Dloomgate.claim=LUND-1,…",
                List.of("variants", "workloads", "explain"));
        ScaleOverrides overrides = ScaleOverrides.of(switches);
        int rounds = switches.count("rounds").orElse(Defaults.ROUNDS);
        Duration atMost = switches.duration("at-most").orElse(Defaults.CLAIMS_AT_MOST);
        if (rounds < ClaimPlan.FEWEST_ROUNDS) {
            switches.refuse("rounds", "one round says nothing of the spread of rounds");
        }
        ClaimsFile.Read read = claims();
        List<Claim> claims = read.claims();
        if (!claims.isEmpty()
                && claims.stream().allMatch(claim -> claim.relations().isEmpty())) {
            String ids = claims.stream().map(Claim::id).collect(Collectors.joining(", "));
            switches.refuse("claim", "nothing of " + ids + " can be asked on this machine, as the file says");
        }
        InvalidThresholds.check(problems, switches);
        List<String> runtimes = filters.runtimes()
                .orElseGet(() -> settings.jdks().usual(thresholds.runtimes().values()));
        if (runtimes.isEmpty()) {
            settings.jdks().refuseUnnamed(switches, thresholds.runtimes().values());
        }
        InvalidThresholds.check(problems, switches);
        Thresholds withOwn = thresholds.withVariants(read.variants());
        Set<Cell> cells = new LinkedHashSet<>();
        for (String runtime : runtimes) {
            relations(claims)
                    .flatMap(relation -> relation.variants()
                            .map(variant -> new CellRow.Name(variant, runtime, relation.workload(), relation.load())))
                    .map(withOwn::cell)
                    .forEach(cells::add);
        }
        Optional<Scale> scale = Optional.ofNullable(thresholds.scales().get(scaleName))
                .flatMap(base -> overrides.apply(base, switches));
        InvalidThresholds.check(problems, switches);
        Plan plan = settings.plan(file, List.copyOf(cells), List.of(), scale.orElseThrow());
        return new ClaimPlan(
                plan,
                read.studies(),
                claims,
                pairs(read, plan),
                read.pairs(),
                rounds,
                atMost,
                word.filter(STRICT::equals).isPresent());
    }

    private static List<PairedCell> pairs(ClaimsFile.Read read, Plan plan) {
        Set<PairedCell> cells = new LinkedHashSet<>();
        for (Relation relation : relations(read.claims()).toList()) {
            if (relation.isOfPairs()) {
                Boots.by(
                                cell -> cell.runtime().name(),
                                plan.cells().stream().filter(relation::isAbout).toList())
                        .forEach(two -> cells.add(pair(two, read, plan.servers())));
            }
        }
        return List.copyOf(cells);
    }

    /**
     * Each gets the rate that the claim names, also where both get it at the same time. Users that ask as soon as they
     * are answered leave another server no room.
     */
    private static PairedCell pair(List<Cell> two, ClaimsFile.Read read, Path servers) {
        List<Cell> byName = two.stream()
                .sorted(Comparator.comparing(cell -> cell.variant().name()))
                .toList();
        Cell first = byName.getFirst();
        Optional<String> why = first.load() instanceof LoadProfile.Closed
                ? Optional.of("users ask as soon as they are answered")
                : Optional.of("the claims file says so")
                        .filter(says -> read.inTurn().contains(first.workload().name()));
        return new PairedCell(
                arm(first, read, servers),
                arm(byName.getLast(), read, servers),
                first.workload(),
                why.isPresent() ? first.load() : ofBoth(first.load()),
                why);
    }

    private static LoadProfile ofBoth(LoadProfile each) {
        return each instanceof LoadProfile.Constant rate
                ? new LoadProfile.Constant(Side.values().length * rate.requestsPerSecond())
                : each;
    }

    private static Arm arm(Cell cell, ClaimsFile.Read read, Path servers) {
        JvmRuntime usual = cell.runtime();
        JvmRuntime runtime = Optional.ofNullable(
                        read.heapOf().get(cell.workload().name()))
                .map(usual::withHeap)
                .orElse(usual);
        return new Arm(cell.variant().name() + " on " + runtime.name(), cell.variant(), runtime, servers);
    }

    private static Stream<Relation> relations(List<Claim> claims) {
        return claims.stream().flatMap(claim -> claim.relations().stream());
    }

    /** Those that were asked for. */
    private ClaimsFile.Read claims() {
        Path path = switches.path("claims.file").orElse(Defaults.CLAIMS);
        SourceText source = SourceText.read(path);
        Problems found = new Problems(source);
        ClaimsFile.Read read = new ClaimsFile(found, YamlTree.read(source, found), file).read();
        List<Claim> all = read.claims();
        problems.addAll(found.all());
        Optional<List<String>> asked =
                switches.names("claim", "claim", all.stream().map(Claim::id).toList());
        return read.only(all.stream()
                .filter(claim -> asked.isEmpty() || asked.get().contains(claim.id()))
                .toList());
    }
}
