"""Runs every tool against a fresh truth server per script and writes the table. Started by run.sh."""

import argparse
import contextlib
import os
import signal
import sys

import table
from processes import Failed, Processes
from server import SCRIPTS, TruthServer, find_jdk, placement
from tools import Hey, Hyperfoil, Loomgate, Wrk
from truth import NoTruth, arrival_rate, in_millis, intended_latencies, measured_parts, service_times
from load import Load

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OUTPUT = os.path.join(PROJECT, "target", "cross-check")


def main():
    options = read_options()
    processes = Processes()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupted)
    try:
        return check(options, processes)
    except Failed as e:
        print(f"cross-check: {e}", file=sys.stderr)
        return 2
    finally:
        # A second Ctrl-C must not leave a server behind.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        processes.end_all()


def interrupted(number, _frame):
    print("cross-check: interrupted; ending what was started", file=sys.stderr)
    sys.exit(128 + number)


def check(options, processes):
    os.makedirs(OUTPUT, exist_ok=True)
    jdk = find_jdk(options.java)
    build(processes, options.jar)
    server_cpus, generator_cpus, how = placement()
    tools = [
        Wrk(processes, PROJECT, jdk),
        Hey(processes, PROJECT, jdk),
        Hyperfoil(processes, PROJECT, jdk, options.hyperfoil),
        Loomgate(processes, PROJECT, jdk),
    ]
    tools = [tool for tool in tools if tool.name.lower() in options.tools]
    server = TruthServer(processes, jdk, options.jar, server_cpus)
    rows = []
    for repetition in range(1, options.repetitions + 1):
        for script in options.delays:
            for tool in tools:
                print(f"cross-check: {script}, {tool.name}, repetition {repetition}", file=sys.stderr, flush=True)
                rows.append(row_of(tool, script, repetition, options, server, generator_cpus))
                table.write(OUTPUT, rows, options, how)
    print(table.markdown(rows, options, how))
    return exit_code(rows)


def exit_code(rows):
    """A missing tool is no failure; a tool that failed is, and so is a table without any number."""
    failed = any(row["state"] == "failed" for row in rows)
    return 1 if failed or all(row["state"] != "measured" for row in rows) else 0


def row_of(tool, script, repetition, options, server, generator_cpus):
    row = {"script": script, "tool": tool.name, "repetition": repetition, "model": tool.model, "starts": tool.starts}
    reason = tool.missing()
    if reason:
        return row | {"state": "skipped", "reason": reason}
    row["version"] = tool.version()
    folder = os.path.join(OUTPUT, "runs", f"{script}-{tool.name.lower()}-{repetition}")
    try:
        return row | {"state": "measured"} | measure(tool, script, folder, options, server, generator_cpus)
    except (Failed, NoTruth) as e:
        return row | {"state": "failed", "reason": str(e)}


def measure(tool, script, folder, options, server, generator_cpus):
    with contextlib.ExitStack() as stack:
        running = server.start(SCRIPTS[script], folder)
        stack.callback(running.end)
        pinning = ["taskset", "-c", generator_cpus] if generator_cpus else []
        load = Load(running.url, options.rate, options.seconds, options.warm_up, SCRIPTS[script], folder, pinning)
        said = tool.run(load)
    parts = measured_parts(running.phases(), said["requests"], tool.in_flight(load), joinable=not load.freeze)
    phase = [request for part in parts for request in part]
    return {
        "said": said,
        "log": {
            "requests": len(phase),
            "parts": len(parts),
            "rate": arrival_rate(phase),
            "served": in_millis(service_times(phase)),
            # A closed model has no schedule that it could be held to.
            "intended": in_millis(intended_latencies(phase, options.rate)) if tool.model == "open" else None,
        },
    }


def build(processes, jar):
    """The truth server and Loomgate; nothing when both are there."""
    main = os.path.join(PROJECT, "target/classes/dev/loomgate/cli/Main.class")
    if os.path.exists(jar) and os.path.exists(main):
        return
    print("cross-check: building (mvn package -DskipTests)", file=sys.stderr, flush=True)
    log = os.path.join(OUTPUT, "build.log")
    processes.run(["mvn", "-B", "-ntp", "-q", "package", "-DskipTests"], log, 900, cwd=PROJECT)
    if not os.path.exists(jar):
        raise Failed(f"the build made no {jar}")


def whole(text):
    value = int(text) if text.isdecimal() else 0
    if not 1 <= value <= 100_000:
        raise argparse.ArgumentTypeError(f"{text}: a whole number from 1 to 100000 is expected")
    return value


def words(allowed):
    def read(text):
        found = [word.strip().lower() for word in text.split(",")]
        wrong = [word for word in found if word not in allowed]
        if wrong:
            raise argparse.ArgumentTypeError(f"{', '.join(wrong)}: only {', '.join(allowed)} are known")
        return found

    return read


def read_options():
    delays = "; ".join(f"{name}: {script.text()}" for name, script in SCRIPTS.items())
    parser = argparse.ArgumentParser(
        prog="docs/cross-check/run.sh",
        description="Drives the truth server with wrk, hey, Hyperfoil and Loomgate, one after the other and with the same load, and "
        "prints what each says beside what the server's own log says of the same run. Loads 127.0.0.1 only. The table also goes to "
        "target/cross-check/table.md, all numbers to target/cross-check/table.json. Exit code: 0 when every tool that is here was "
        "measured, 1 when one failed, 2 when nothing could be started.",
        epilog=f"Delays: {delays}. Run nothing else on the machine meanwhile.",
    )
    parser.add_argument("--rate", type=whole, default=1000, help="requests per second (default: 1000)")
    parser.add_argument("--seconds", type=whole, default=10, help="measured seconds per row (default: 10)")
    parser.add_argument("--warm-up", type=whole, default=4, help="seconds of warm-up before them (default: 4)")
    parser.add_argument("--repetitions", type=whole, default=1, help="rows per tool and delay (default: 1)")
    parser.add_argument("--delays", type=words(list(SCRIPTS)), default=["constant", "bimodal", "freeze"], help="comma-separated (default: constant,bimodal,freeze)")
    names = ["wrk", "hey", "hyperfoil", "loomgate"]
    parser.add_argument("--tools", type=words(names), default=names, help="comma-separated (default: all four)")
    parser.add_argument("--hyperfoil", default=os.environ.get("HYPERFOIL_HOME"), metavar="FOLDER", help="an unpacked Hyperfoil, with its jars in lib/ (default: HYPERFOIL_HOME)")
    parser.add_argument("--java", metavar="PATH", help="java of a JDK 21 or newer (default: JAVA_HOME, the PATH, /usr/lib/jvm)")
    parser.add_argument("--jar", default=os.path.join(PROJECT, "target/servers/truth/run.jar"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if "freeze" in options.delays and min(options.seconds, options.warm_up) < 4:
        parser.error("the server freezes from second 2 to 3: --seconds and --warm-up must be at least 4, or leave freeze out of --delays")
    return options


if __name__ == "__main__":
    sys.exit(main())
