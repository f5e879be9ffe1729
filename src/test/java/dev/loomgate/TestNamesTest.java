package dev.loomgate;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.platform.commons.annotation.Testable;

/** The build finds tests by name: a test with another name would never run, and nobody would notice. */
@AnalyzeClasses(packages = "dev.loomgate", importOptions = OnlyIncludeTests.class)
final class TestNamesTest {
    @ArchTest
    static final ArchRule testsAreFoundByTheirName = classes()
            .that(are(topLevel()).and(holdTests()))
            .should()
            .haveSimpleNameEndingWith("Test")
            .orShould()
            .haveSimpleNameEndingWith("IT");

    @ArchTest
    static final ArchRule whatIsNamedATestHoldsOne = classes()
            .that(are(topLevel()))
            .and()
            .haveNameMatching(".*(Test|IT)")
            .should(new ArchCondition<>("hold a test") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    events.add(new SimpleConditionEvent(type, holdTests().test(type), type.getName()));
                }
            });

    @ArchTest
    static final ArchRule noTestIsSwitchedOff = noMethods().should().beAnnotatedWith(Disabled.class);

    @ArchTest
    static final ArchRule noTestClassIsSwitchedOff = noClasses().should().beAnnotatedWith(Disabled.class);

    private static DescribedPredicate<JavaClass> topLevel() {
        return describe(
                "concrete top-level classes",
                type -> type.isTopLevelClass()
                        && !type.isInterface()
                        && !type.getModifiers().contains(JavaModifier.ABSTRACT));
    }

    /** Own, inherited and nested tests alike. */
    private static DescribedPredicate<JavaClass> holdTests() {
        return describe(
                "hold tests",
                type -> Stream.concat(type.getAllMethods().stream(), type.getAllFields().stream())
                                .anyMatch(TestNamesTest::isTest)
                        || type.getPackage().getClasses().stream()
                                .filter(nested -> nested.getName().startsWith(type.getName() + "$"))
                                .flatMap(nested -> nested.getAllMethods().stream())
                                .anyMatch(TestNamesTest::isTest));
    }

    private static boolean isTest(CanBeAnnotated member) {
        return member.isMetaAnnotatedWith(Testable.class);
    }
}
