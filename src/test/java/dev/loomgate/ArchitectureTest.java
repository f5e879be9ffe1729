package dev.loomgate;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ClassesTransformer;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.NullMarked;

/** The architecture as rules that fail: the dependency table of the pipeline, and what each step may touch. */
@AnalyzeClasses(packages = "dev.loomgate", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String ROOT = "dev.loomgate";
    private static final String STUDY = "dev.loomgate.study";
    private static final String CLI = "dev.loomgate.cli";
    private static final String JUNIT = "dev.loomgate.junit";

    /**
     * Who may know whom. The line is plan, server, backing, load, sampling, experiment, summary, verdict, report;
     * arrows point backwards.
     */
    private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
            entry("metric"),
            entry("plan", "metric"),
            entry("server", "plan", "metric"),
            entry("init", "server", "plan", "metric"),
            entry("backing", "server", "plan", "metric"),
            entry("load", "server", "plan", "metric"),
            entry("sampling", "server", "plan", "metric"),
            entry("experiment", "backing", "sampling", "load", "server", "plan", "metric"),
            entry("summary", "experiment", "sampling", "load", "plan", "metric"),
            entry("fingerprint", "backing", "load", "server", "plan", "metric"),
            entry("verdict", "summary", "experiment", "load", "fingerprint", "plan", "metric"),
            entry(
                    "store",
                    "verdict",
                    "summary",
                    "experiment",
                    "sampling",
                    "load",
                    "fingerprint",
                    "server",
                    "plan",
                    "metric"),
            entry(
                    "report",
                    "store",
                    "verdict",
                    "summary",
                    "experiment",
                    "sampling",
                    "load",
                    "fingerprint",
                    "server",
                    "plan",
                    "metric"));

    private static Map.Entry<String, Set<String>> entry(String who, String... known) {
        return Map.entry(who, Set.of(known));
    }

    @ArchTest
    static final ArchRule knowsOnlyWhatTheTableAllows =
            classes().that(resideOutsideOfPackages(ROOT, STUDY, CLI, JUNIT)).should(dependOnlyAsTheTableSays());

    @ArchTest
    static final ArchRule hasNoCycles =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobodyImportsTheComposition = noClasses()
            .that(resideOutsideOfPackages(ROOT, STUDY, CLI, JUNIT))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT, STUDY);

    /** Claims and calibration stand on everything but the command line; nothing else stands on them. */
    @ArchTest
    static final ArchRule nobodyImportsTheStudies = noClasses()
            .that(resideOutsideOfPackages(STUDY, CLI, JUNIT))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(STUDY);

    /** The command line may know everything; nothing knows it. */
    @ArchTest
    static final ArchRule nobodyImportsTheCommandLine = noClasses()
            .that(resideOutsideOfPackage(CLI))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CLI)
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    /** A user of the command line has no JUnit on the class path. */
    @ArchTest
    static final ArchRule onlyTheTestsOfUsersKnowJUnit = noClasses()
            .that(resideOutsideOfPackage(JUNIT))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(JUNIT, "org.junit..", "org.assertj..");

    /** Gatling is behind the port of one package. */
    @ArchTest
    static final ArchRule onlyTheLoadKnowsGatling = noClasses()
            .that(resideOutsideOfPackage(ROOT + ".load"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.gatling..");

    /**
     * Unless told otherwise, Awaitility ends a wait with the exception of any other thread in the JVM. That may be a thread
     * of the user's.
     */
    @ArchTest
    static final ArchRule otherThreadsEndNoWait = classes().should(waitWithoutExceptionsOfOtherThreads());

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = all(packages()).should(beNullMarked());

    @ArchTest
    static final ArchRule outsideInputIsReadInPlanOnly = noClasses()
            .that(are(outside("plan")).and(notEntryPoints()))
            .should()
            .accessTargetWhere(
                    callOf(System.class, "getProperty", "getProperties", "getenv", "setProperty", "clearProperty"))
            .orShould()
            .accessTargetWhere(callOf(Boolean.class, "getBoolean"))
            .orShould()
            .accessTargetWhere(callOf(Integer.class, "getInteger"))
            .orShould()
            .accessTargetWhere(callOf(Long.class, "getLong"));

    @ArchTest
    static final ArchRule onlyTheConsoleAndEntryPointsPrint = noClasses()
            .that(are(notEntryPoints()))
            .and()
            .haveNameNotMatching(ROOT + "\\.report\\.Console.*")
            .should()
            .accessTargetWhere(callOf(System.class, "out", "err"))
            .orShould()
            .accessTargetWhere(callOf(Throwable.class, "printStackTrace"));

    /** Arithmetic that reads a file or a clock can't be checked by hand. */
    @ArchTest
    static final ArchRule arithmeticIsPure = noClasses()
            .that(resideInAnyPackage(ROOT + ".metric..", ROOT + ".summary..", ROOT + ".verdict.."))
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.io..", "java.net..", "java.nio.file..", "java.lang.management..", "javax..")
                    // A path is a value; only what opens it touches the world.
                    .and(not(type(Path.class))))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Process.class, ProcessBuilder.class, ProcessHandle.class, Thread.class, Runtime.class)
            .orShould()
            .accessTargetWhere(callOf(System.class, "nanoTime", "currentTimeMillis"))
            .orShould()
            .accessTargetWhere(callOf(Instant.class, "now"))
            .orShould()
            .accessTargetWhere(callOf(Clock.class, "systemUTC", "systemDefaultZone"))
            .orShould()
            .accessTargetWhere(callOf(Math.class, "random"));

    @ArchTest
    static final ArchRule nothingIsNamedAfterNothing = noClasses()
            .should()
            .haveNameMatching(".*\\.(util|utils|core|common|impl|model|config|helper|misc)\\..*")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Impl");

    private static ArchCondition<JavaClass> dependOnlyAsTheTableSays() {
        return new ArchCondition<>("depend only as the table says") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String step = step(type);
                if (!MAY_KNOW.containsKey(step)) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " is in package '" + step + "', which the table does not know"));
                    return;
                }
                type.getDirectDependenciesFromSelf().stream()
                        .filter(arrow -> arrow.getTargetClass().getPackageName().startsWith(ROOT + "."))
                        .filter(arrow -> !step(arrow.getTargetClass()).equals(step))
                        .filter(arrow -> !MAY_KNOW.get(step).contains(step(arrow.getTargetClass())))
                        .forEach(arrow -> events.add(SimpleConditionEvent.violated(
                                type,
                                "'" + step + "' may know " + MAY_KNOW.get(step) + ": " + arrow.getDescription())));
            }
        };
    }

    /** The package below the root: {@code plan} for all of {@code dev.loomgate.plan..}. */
    private static String step(JavaClass type) {
        return type.getPackageName().substring(ROOT.length() + 1).split("\\.", 2)[0];
    }

    private static ClassesTransformer<JavaPackage> packages() {
        return new AbstractClassesTransformer<>("packages") {
            @Override
            public Iterable<JavaPackage> doTransform(JavaClasses classes) {
                List<JavaPackage> all = new ArrayList<>(classes.getPackage(ROOT).getSubpackagesInTree());
                all.add(classes.getPackage(ROOT));
                all.removeIf(each -> each.getClasses().isEmpty());
                return all;
            }
        };
    }

    private static ArchCondition<JavaClass> waitWithoutExceptionsOfOtherThreads() {
        return new ArchCondition<>("wait with dontCatchUncaughtExceptions()") {
            @Override
            public void check(JavaClass waiting, ConditionEvents events) {
                long waits = calls(waiting, Awaitility.class, "await");
                long without = calls(waiting, ConditionFactory.class, "dontCatchUncaughtExceptions");
                events.add(new SimpleConditionEvent(
                        waiting,
                        waits == without,
                        waiting.getName() + " waits " + waits + " times, " + without
                                + " times without exceptions of others"));
            }
        };
    }

    private static long calls(JavaClass caller, Class<?> owner, String method) {
        return caller.getMethodCallsFromSelf().stream()
                .filter(call -> call.getTargetOwner().isEquivalentTo(owner)
                        && call.getName().equals(method))
                .count();
    }

    private static ArchCondition<JavaPackage> beNullMarked() {
        return new ArchCondition<>("be @NullMarked") {
            @Override
            public void check(JavaPackage each, ConditionEvents events) {
                boolean marked = each.isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(each, marked, each.getName() + " @NullMarked: " + marked));
            }
        };
    }

    private static DescribedPredicate<JavaClass> outside(String step) {
        return describe("outside " + step, type -> !type.getPackageName().startsWith(ROOT + "." + step));
    }

    /**
     * The composition and every class with a {@code main} stand at the edge of a JVM: they read what it was started
     * with.
     */
    private static DescribedPredicate<JavaClass> notEntryPoints() {
        return describe(
                "no entry points",
                type -> !List.of(ROOT, JUNIT).contains(type.getPackageName())
                        && outermost(type).tryGetMethod("main", String[].class).isEmpty());
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static DescribedPredicate<JavaAccess<?>> callOf(Class<?> owner, String... names) {
        Set<String> forbidden = Set.of(names);
        return describe(
                owner.getSimpleName() + "." + String.join("/", names),
                access -> forbidden.contains(access.getName())
                        && ((HasOwner<JavaClass>) (AccessTarget) access.getTarget())
                                .getOwner()
                                .isAssignableTo(owner));
    }
}
