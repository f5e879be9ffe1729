package dev.loomgate.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * thresholds.yml as it was found.
 *
 * @param path as it was named
 * @param thresholds only what is sound; not to be used while there are problems
 * @param files that it names, by their names there
 * @param stepped loads whose rate changes, by what a row calls them
 * @param problems everything that is wrong, in the order of the file
 */
record ThresholdsFile(
        String path,
        Thresholds thresholds,
        Declared declared,
        Map<String, Stepped> stepped,
        Map<String, Path> files,
        List<Problem> problems) {
    ThresholdsFile {
        stepped = Ordered.copy(stepped);
        files = Ordered.copy(files);
        problems = List.copyOf(problems);
    }

    /** @param files that it names */
    static ThresholdsFile read(Path path, NamedFiles files) {
        return read(SourceText.read(path), folderOf(path), files);
    }

    static Path folderOf(Path path) {
        return path.toAbsolutePath().resolveSibling("");
    }

    /** What it would say if it stood in that folder. */
    static ThresholdsFile read(SourceText source, Path folder, NamedFiles files) {
        Problems problems = new Problems(source, files);
        YamlNode root = YamlTree.read(source, problems);
        SchemaCheck.THRESHOLDS.run(root, problems);
        return map(new Mapping(root, problems), folder, problems);
    }

    /** @param folder that paths in it are relative to */
    private static ThresholdsFile map(Mapping root, Path folder, Problems problems) {
        Declared declared = Declared.in(root);
        Map<String, Stepped> stepped = SteppedLoads.read(root);
        NameList names = new NameList(problems, declared, stepped);
        Scales scales = new Scales(problems, names, declared);
        Duels duels = new Duels(problems, names, declared);
        Map<String, Scale> sizes = root.each("scales", scales::scale);
        Map<String, DuelScale> duelSizes = root.each("duels", duels::duel);
        Thresholds thresholds = new Thresholds(
                root.each("runtimes", Definitions::runtime),
                root.each("variants", (name, keys) -> Definitions.variant(name, keys, folder)),
                root.each("workloads", (name, keys) -> Definitions.workload(name, keys, folder)),
                sizes,
                scales.cells(),
                root.has("guards") ? GuardKeys.read(new Mapping(root.value("guards"), problems)) : Defaults.GUARDS,
                new Limits(problems, names, declared).read(root),
                Duels.tolerances(root),
                duelSizes,
                duels.cells());
        // Misspelt or missing rows would make every limit on them look idle: one mistake, one problem.
        if (scales.rowsAreSound() && !declared.runtimes().isEmpty()) {
            new LimitCheck(thresholds, declared, problems).run();
        }
        return new ThresholdsFile(
                problems.file(), thresholds, declared, stepped, problems.files().all(), problems.all());
    }
}
