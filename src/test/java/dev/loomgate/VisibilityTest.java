package dev.loomgate;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import io.gatling.javaapi.core.Simulation;
import io.netty.bootstrap.ChannelInitializerExtension;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A package shows one verb and the records it hands out; everything else stays inside. */
final class VisibilityTest {
    private static final Collection<JavaClass> EVERYTHING =
            new ClassFileImporter().importPackages("dev.loomgate").stream().toList();
    private static final Map<JavaClass, List<JavaClass>> BY_OUTERMOST =
            EVERYTHING.stream().collect(Collectors.groupingBy(VisibilityTest::outermost));
    private static final Set<JavaClass> USED_FROM_AFAR = EVERYTHING.stream()
            .flatMap(user -> user.getDirectDependenciesFromSelf().stream()
                    .map(arrow -> outermost(arrow.getTargetClass().getBaseComponentType()))
                    .filter(used -> !used.getPackageName().equals(user.getPackageName())))
            .collect(Collectors.toSet());

    @Test
    void isPublicOnlyForAnotherPackage() {
        Set<String> unseen = names(publicTypes());
        unseen.removeAll(names(handedOut()));
        // These packages are what a test of the user's calls.
        unseen.removeIf(name -> name.matches("dev\\.loomgate\\.(junit\\.)?[A-Z]\\w*"));
        assertThat(unseen)
                .as("public types that no other package uses or is handed: make them package-private")
                .isEmpty();
    }

    @Test
    void hidesMostOfItsBehaviour() {
        List<JavaClass> behaviour = mainTypes()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isInterface())
                .filter(type -> !type.isAssignableTo(Throwable.class))
                .toList();
        List<JavaClass> shown =
                behaviour.stream().filter(VisibilityTest::isPublic).toList();
        assertThat(shown)
                .as("public classes of %d (records, enums, interfaces, exceptions not counted)", behaviour.size())
                .hasSizeLessThanOrEqualTo(Math.round(behaviour.size() * 0.6f));
    }

    @Test
    void isFinal() {
        assertThat(mainTypes()
                        .filter(type -> !type.isInterface() && !type.isEnum())
                        .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .filter(type -> !type.getModifiers().contains(JavaModifier.FINAL)))
                .as("classes that are neither final nor abstract")
                .isEmpty();
    }

    private static Stream<JavaClass> mainTypes() {
        return EVERYTHING.stream()
                .filter(type -> type.isTopLevelClass() && !isOfATest(type))
                .filter(type -> !type.getSimpleName().equals("package-info"));
    }

    private static boolean isOfATest(JavaClass type) {
        return type.getSource()
                .map(source -> new OnlyIncludeTests().includes(Location.of(source.getUri())))
                .orElse(false);
    }

    private static List<JavaClass> publicTypes() {
        return mainTypes().filter(VisibilityTest::isPublic).toList();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC);
    }

    /**
     * What another package (a test, Gatling, Netty, a JVM that starts it) uses, and all that those types' signatures give
     * away.
     */
    private static Set<JavaClass> handedOut() {
        Deque<JavaClass> open = publicTypes().stream()
                .filter(type -> hasMain(type)
                        || type.isAssignableTo(Simulation.class)
                        || type.isAssignableTo(ChannelInitializerExtension.class)
                        || USED_FROM_AFAR.contains(type))
                .collect(Collectors.toCollection(ArrayDeque::new));
        Set<JavaClass> seen = new HashSet<>();
        while (!open.isEmpty()) {
            JavaClass type = open.pop();
            if (seen.add(type)) {
                signature(type).map(VisibilityTest::outermost).forEach(open::add);
            }
        }
        return seen;
    }

    private static boolean hasMain(JavaClass type) {
        return type.tryGetMethod("main", String[].class).isPresent();
    }

    /** Every type of ours that the visible members of a type, or of the types nested in it, name. */
    private static Stream<JavaClass> signature(JavaClass outer) {
        return BY_OUTERMOST.getOrDefault(outer, List.of()).stream()
                .flatMap(type -> Stream.of(
                                type.getAllRawInterfaces().stream(),
                                type.getRawSuperclass().stream(),
                                type.getFields().stream()
                                        .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC))
                                        .map(JavaField::getType)
                                        .flatMap(named -> named.getAllInvolvedRawTypes().stream()),
                                type.getCodeUnits().stream()
                                        .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                                        .flatMap(VisibilityTest::named))
                        .flatMap(types -> types))
                .filter(type -> type.getPackageName().startsWith("dev.loomgate"));
    }

    private static Stream<JavaClass> named(JavaCodeUnit unit) {
        return Stream.of(
                        unit.getReturnType().getAllInvolvedRawTypes().stream(),
                        unit.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream()),
                        unit.getExceptionTypes().stream())
                .flatMap(types -> types);
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(VisibilityTest::outermost).orElse(type);
    }

    private static Set<String> names(Collection<JavaClass> types) {
        return types.stream().map(JavaClass::getName).collect(Collectors.toCollection(TreeSet::new));
    }
}
