package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.commons.support.AnnotationSupport.findAnnotatedFields;
import static org.junit.platform.commons.support.AnnotationSupport.isAnnotated;
import static org.junit.platform.commons.support.HierarchyTraversalMode.TOP_DOWN;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/** What the build takes for granted of every test, and no compiler checks. */
final class TestConventionsTest {
    private static final URL HERE = placeOf(TestConventionsTest.class);
    private static final List<Class<?>> TEST_SOURCES = ReflectionSupport.findAllClassesInPackage(
            "dev.loomgate", type -> placeOf(type).equals(HERE), name -> true);

    /** A test with another name would never run, and still look like one. */
    @Test
    void testsAreFoundByTheirName() {
        assertThat(topLevel().filter(TestConventionsTest::holdsTests).map(Class::getSimpleName))
                .isNotEmpty()
                .allMatch(TestConventionsTest::isNamedATest);
    }

    @Test
    void whatIsNamedATestHoldsOne() {
        assertThat(topLevel().filter(type -> isNamedATest(type.getSimpleName())))
                .isNotEmpty()
                .allMatch(TestConventionsTest::holdsTests);
    }

    @Test
    void noTestIsSwitchedOff() {
        assertThat(TEST_SOURCES.stream()
                        .flatMap(type -> Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods()))))
                .noneMatch((AnnotatedElement element) -> isAnnotated(element, Disabled.class));
    }

    /** Failsafe runs two classes at a time. */
    @Test
    void testsHaveTheMachineForThemselvesUnlessTheyTimeNothing() {
        assertThat(topLevel().filter(type -> type.getSimpleName().endsWith("IT")))
                .isNotEmpty()
                .allMatch(type -> isAnnotated(type, Isolated.class) != isUntimed(type));
    }

    private static boolean isUntimed(Class<?> type) {
        return AnnotationSupport.findRepeatableAnnotations(type, Tag.class).stream()
                .anyMatch(tag -> tag.value().equals("untimed"));
    }

    private static boolean isNamedATest(String name) {
        return name.endsWith("Test") || name.endsWith("IT");
    }

    private static URL placeOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** Those that are concrete. */
    private static Stream<Class<?>> topLevel() {
        return TEST_SOURCES.stream()
                .filter(type -> type.getEnclosingClass() == null
                        && !type.isInterface()
                        && !Modifier.isAbstract(type.getModifiers()));
    }

    /** Own, inherited and nested tests alike. */
    private static boolean holdsTests(Class<?> type) {
        return !findAnnotatedFields(type, Testable.class, field -> true, TOP_DOWN)
                        .isEmpty()
                || ReflectionSupport.findMethods(type, TestConventionsTest::isTest, TOP_DOWN).stream()
                        .findAny()
                        .isPresent()
                || Arrays.stream(type.getDeclaredClasses()).anyMatch(TestConventionsTest::holdsTests);
    }

    private static boolean isTest(Method method) {
        return isAnnotated(method, Testable.class);
    }
}
