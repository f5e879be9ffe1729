package dev.loomgate.junit;

import dev.loomgate.Request;
import dev.loomgate.store.SecondChance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Runs the methods of a {@link PerformanceGate}; there is one for each test class. */
final class PerformanceGateExtension implements TestTemplateInvocationContextProvider, AfterAllCallback {
    private final Function<Request, List<String>> planned;
    private final Function<Request, GatedRun> measured;
    private @Nullable GatedRun run;
    private Map<String, GatedRun.Part> parts = Map.of();
    private @Nullable Throwable refused;

    /** For JUnit. */
    PerformanceGateExtension() {
        this(GatedRun::planned, GatedRun::measured);
    }

    PerformanceGateExtension(Function<Request, List<String>> planned, Function<Request, GatedRun> measured) {
        this.planned = planned;
        this.measured = measured;
    }

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), Cell.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Request request = request(context);
        return planned.apply(request).stream().map(name -> new Invocation(name, request));
    }

    private static Request request(ExtensionContext context) {
        Request request = Request.ofThisJvm(System.out);
        return gate(context.getRequiredTestClass())
                .map(gate -> asked(request, gate))
                .orElse(request);
    }

    /** What was given on the command line goes first. */
    private static Request asked(Request request, PerformanceGate gate) {
        Map<String, String> asked = new HashMap<>(Map.of("loomgate.thresholds", gate.value()));
        if (!gate.output().isEmpty()) {
            asked.put("loomgate.output", gate.output());
        }
        asked.keySet().removeAll(request.properties().keySet());
        return request.with(asked);
    }

    /** That of a nested class may stand on the class around it. */
    private static Optional<PerformanceGate> gate(Class<?> type) {
        return AnnotationSupport.findAnnotation(type, PerformanceGate.class)
                .or(() -> Optional.ofNullable(type.getEnclosingClass()).flatMap(PerformanceGateExtension::gate));
    }

    /** Once for all cells: where measuring is refused, every cell tells the same reason, and nothing is tried again. */
    private synchronized void measure(Request request) {
        rethrow(refused);
        if (run == null) {
            try {
                GatedRun all = measured.apply(request);
                parts = all.parts().stream().collect(Collectors.toMap(GatedRun.Part::name, part -> part));
                run = all;
            } catch (RuntimeException | Error e) {
                refused = e;
                throw e;
            }
        }
    }

    private static void rethrow(@Nullable Throwable before) {
        if (before instanceof RuntimeException e) {
            throw e;
        }
        if (before instanceof Error e) {
            throw e;
        }
    }

    /** Nothing is asked of a run that no method has wanted. */
    @Override
    public void afterAll(ExtensionContext context) {
        if (run != null) {
            require(run.failures());
        }
    }

    private static void require(List<String> failures) {
        if (!failures.isEmpty()) {
            throw new AssertionError(String.join("\n", failures));
        }
    }

    /** A method with one of the cells. */
    private final class Invocation implements TestTemplateInvocationContext {
        private final String name;
        private final Request request;

        Invocation(String name, Request request) {
            this.name = name;
            this.request = request;
        }

        @Override
        public String getDisplayName(int invocationIndex) {
            return name;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            BeforeTestExecutionCallback before = context -> before(part());
            AfterTestExecutionCallback after = context -> after(context, part());
            return List.of(new Value(), before, after);
        }

        /** A cell that is forgiven is neither held nor broken, and no body has anything to look at. */
        private void before(GatedRun.Part part) {
            part.remarks().forEach(request.progress()::say);
            if (part.forgiven()) {
                throw new TestAbortedException(String.join("\n", part.remarks()));
            }
        }

        /** What a body found is not to be looked for again until it is gone. */
        private void after(ExtensionContext context, GatedRun.Part part) {
            if (context.getExecutionException()
                    .filter(failure -> !(failure instanceof TestAbortedException))
                    .isPresent()) {
                SecondChance.wasRed(request.properties());
            }
            require(part.failures());
        }

        private GatedRun.Part part() {
            measure(request);
            return Optional.ofNullable(parts.get(name))
                    .orElseThrow(() -> new AssertionError(name + " was planned and has no verdict"));
        }

        /** What came of the cell, as the method's parameter. */
        private final class Value implements ParameterResolver {
            @Override
            public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
                Class<?> type = parameter.getParameter().getType();
                return type.getPackageName().startsWith("dev.loomgate.");
            }

            @Override
            public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
                Object value = part().value();
                Class<?> type = parameter.getParameter().getType();
                if (!type.isInstance(value)) {
                    throw new ParameterResolutionException("this run has a "
                            + value.getClass().getSimpleName() + " for each cell, and "
                            + context.getRequiredTestMethod().getName() + " takes a " + type.getSimpleName()
                            + ": the switches -Dloomgate.baseline, .candidate and .calibrate ask for a comparison; give"
                            + " it a method of its own, or one without a parameter");
                }
                return value;
            }
        }
    }
}
