package dev.loomgate.faults;

import java.util.List;

/** {@code target/faults.md}: one line per fault, and what was not right in full below. */
final class FaultTable {
    private FaultTable() {}

    /** @param where date, commit and machine */
    static String of(List<Outcome> outcomes, String where) {
        StringBuilder text = new StringBuilder("# Faults\n\n").append(where).append("\n\n");
        long passed = outcomes.stream().filter(Outcome::passed).count();
        long skipped =
                outcomes.stream().filter(each -> !each.skipped().isEmpty()).count();
        text.append(outcomes.size()).append(" faults: ").append(passed).append(" as they must be, ");
        text.append(outcomes.size() - passed - skipped)
                .append(" not, ")
                .append(skipped)
                .append(" not run here.\n\n");
        text.append(
                "| Fault | What was done | Verdict that came | What is right | Kept | Left after 5 s | Passed | Took |\n");
        text.append("|---|---|---|---|---|---|---|---|\n");
        for (Outcome each : outcomes) {
            text.append(line(each));
        }
        outcomes.stream().filter(each -> !each.wrong().isEmpty()).forEach(each -> {
            text.append("\n**")
                    .append(each.fault().kind())
                    .append(": ")
                    .append(each.fault().done())
                    .append("**\n\n");
            each.wrong()
                    .forEach(wrong ->
                            text.append("- ").append(oneLine(wrong, 600)).append('\n'));
        });
        return text.toString();
    }

    private static String line(Outcome each) {
        return "| "
                + String.join(
                        " | ",
                        List.of(
                                each.fault().kind(),
                                cell(each.fault().done()),
                                cell(each.skipped().isEmpty() ? each.verdict() : each.skipped()),
                                cell(each.fault().right().inWords()),
                                cell(each.kept()),
                                cell(each.left()),
                                each.mark(),
                                each.took().toSeconds() + " s"))
                + " |\n";
    }

    private static String cell(String text) {
        return oneLine(text, 200).replace("|", "\\|");
    }

    private static String oneLine(String text, int longest) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > longest ? line.substring(0, longest) + "…" : line;
    }
}
