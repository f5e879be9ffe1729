package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * thresholds.yml as it was found.
 *
 * @param path as it was named
 * @param thresholds only what is sound; not to be used while there are problems
 * @param stepped loads whose rate changes, by what a row calls them
 * @param problems everything that is wrong, in the order of the file
 */
record ThresholdsFile(
        String path, Thresholds thresholds, Declared declared, Map<String, Stepped> stepped, List<Problem> problems) {
    private static final List<String> KEYS = List.of(
            "runtimes",
            "variants",
            "workloads",
            "scales",
            "guards",
            "limits",
            "tolerances",
            "duels",
            "ramps",
            "searches");

    ThresholdsFile {
        stepped = Ordered.copy(stepped);
        problems = List.copyOf(problems);
    }

    static ThresholdsFile read(Path path) {
        SourceText source = SourceText.read(path);
        Problems problems = new Problems(source);
        YamlNode root = source.damage().isEmpty() ? YamlTree.read(source.text(), problems) : null;
        if (root instanceof YamlNode.Scalar word && word.empty()) {
            problems.at(new SourcePosition(1, 1), "the file is empty", KEYS);
            root = null;
        }
        return map(root, problems);
    }

    private static ThresholdsFile map(@Nullable YamlNode found, Problems problems) {
        YamlNode nothing = new YamlNode.Refused(SourcePosition.WHOLE_FILE);
        Section root = new Section("the file", found == null ? nothing : found, problems, KEYS);
        Declared declared = Declared.in(root);
        Values values = new Values(problems);
        Definitions definitions = new Definitions(problems, values);
        Map<String, Stepped> stepped = SteppedLoads.read(root, problems, values);
        NameList names = new NameList(values, problems, declared, stepped);
        Scales scales = new Scales(problems, values, names, declared);
        Duels duels = new Duels(problems, values, names, declared);
        Thresholds thresholds = new Thresholds(
                definitions.named("runtime", root.required("runtimes"), definitions::runtime),
                definitions.named("variant", root.required("variants"), definitions::variant),
                definitions.named("workload", root.required("workloads"), definitions::workload),
                definitions.named("scale", root.required("scales"), scales::scale),
                Map.of(),
                GuardKeys.read(problems, values, root.optional("guards")),
                new Limits(problems, values, names, declared).read(root.required("limits")),
                duels.tolerances(root.optional("tolerances")),
                definitions.named("duel", root.optional("duels"), duels::duel),
                Map.of());
        Thresholds complete = thresholds.with(scales.cells(), duels.cells());
        // Misspelt or missing rows would make every limit on them look idle: one mistake, one problem.
        if (scales.rowsAreSound() && !declared.runtimes().isEmpty()) {
            new LimitCheck(complete, declared, problems).run();
        }
        return new ThresholdsFile(problems.file(), complete, declared, stepped, problems.all());
    }
}
