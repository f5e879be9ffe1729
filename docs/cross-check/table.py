"""The rows as Markdown and as JSON."""

import json
import os

HEAD = [
    "delay", "tool", "model", "latency from", "answers: tool / log", "req/s (log)",
    "p50 tool", "p50 served", "p50 intended",
    "p99 tool", "p99 served", "p99 intended",
    "max tool", "max served", "max intended",
]


def markdown(rows, options, how):
    lines = [
        f"{options.rate} req/s asked for, {options.seconds} s after {options.warm_up} s of warm-up; {how}. Latencies in ms. "
        "*tool*: what the generator says; *served* and *intended*: what the server's log says of the same run, from request read "
        "to answer written, and from the moment the schedule names to answer written (open model only).",
        "",
        "| " + " | ".join(HEAD) + " |",
        "|---|---|---|---|" + "--:|" * (len(HEAD) - 4),
    ]
    lines += ["| " + " | ".join(_cells(row, options)) + " |" for row in rows]
    return "\n".join(lines)


def _cells(row, options):
    delay = row["script"] if options.repetitions == 1 else f"{row['script']} #{row['repetition']}"
    cells = [delay, " ".join(word for word in [row["tool"], row.get("version", "")] if word), row["model"], row["starts"]]
    if row["state"] != "measured":
        reason = row["reason"].replace("|", "/").replace("\n", " ")
        return cells + [f"{row['state']}: {reason}"] + [""] * (len(HEAD) - 5)
    said, log = row["said"], row["log"]
    parts = f" in {log['parts']} parts (the machine stalled)" if log["parts"] > 1 else ""
    note = f" ({said['note']})" if said.get("note") else ""
    asked = options.rate * options.seconds
    if row["model"] == "open" and abs(log["requests"] - asked) > 0.005 * asked:
        note += f" (asked for {asked}: it kept to no schedule, so *intended* is a guess)"
    cells += [f"{said['requests']} / {log['requests']}{parts}{note}", f"{log['rate']:.0f}"]
    for figure in ("p50", "p99", "max"):
        intended = log["intended"]
        cells += [_ms(said[figure]), _ms(log["served"][figure]), _ms(intended and intended[figure])]
    return cells


def _ms(value):
    return "–" if value is None else f"{value:.2f}"


def write(folder, rows, options, how):
    """After every row, so that a run that is cut off keeps what it has."""
    with open(os.path.join(folder, "table.md"), "w", encoding="utf-8") as output:
        output.write(markdown(rows, options, how) + "\n")
    settings = {name: getattr(options, name) for name in ("rate", "seconds", "warm_up", "repetitions", "delays", "tools")}
    with open(os.path.join(folder, "table.json"), "w", encoding="utf-8") as output:
        json.dump({"settings": settings | {"placement": how}, "unit": "ms", "rows": rows}, output, indent=2)
        output.write("\n")
