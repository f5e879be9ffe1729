"""The load generators: how each is started so that its load is as near to the asked one as it can be, and what it said."""

import csv
import glob
import json
import math
import os
import re
import shutil
import subprocess

from processes import Failed

HERE = os.path.dirname(os.path.abspath(__file__))
SETTLE_SECONDS = 10
LATENESS_GUARD_MILLIS = 2


class Tool:
    """One load generator; `model` says who waits for whom, `starts` from when it counts a latency."""

    def __init__(self, processes, project, jdk):
        self.processes = processes
        self.project = project
        self.jdk = jdk

    def missing(self):
        """Why it cannot be used here, or None."""
        return None

    def in_flight(self, load):
        """How many requests may be under way, and counted by the server alone, when the tool stops."""
        return 0

    def run(self, load):
        """Warm-up, pause, measurement. Gives requests, p50, p99 and max in ms (None where it does not say)."""
        raise NotImplementedError

    def _run(self, load, name, command, seconds, **options):
        log = os.path.join(load.folder, name + ".log")
        return self.processes.run(load.pinning + command, log, seconds + 60, **options)


class Wrk(Tool):
    name = "wrk"
    model = "closed"
    starts = "actual send, then corrected"

    def in_flight(self, load):
        return load.closed_users()

    def missing(self):
        return None if shutil.which("wrk") else "wrk is not installed (apt-get install wrk)"

    def version(self):
        return re.search(r"wrk (\S+)", printed(["wrk", "-v"])).group(1)

    def run(self, load):
        self._wrk(load, "warm-up", load.warm_up)
        load.pause()
        return own_line(self._wrk(load, "measured", load.seconds))

    def _wrk(self, load, name, seconds):
        script = os.path.join(HERE, "wrk.lua")
        command = ["wrk", "-t", "1", "-c", str(load.closed_users()), "-d", f"{seconds}s", "--timeout", "30s"]
        return self._run(load, name, command + ["-s", script, load.url], seconds)


class Hey(Tool):
    name = "hey"
    model = "closed, slowed down to a rate"
    starts = "actual send"

    def missing(self):
        return None if shutil.which("hey") else "hey is not installed (apt-get install hey)"

    def version(self):
        # hey does not tell its version; the package manager does.
        text = printed(["dpkg-query", "-W", "-f", "${Version}", "hey"]) if shutil.which("dpkg-query") else ""
        return text if re.match(r"\d", text) else "?"

    def run(self, load):
        self._hey(load, "warm-up", load.warm_up)
        load.pause()
        rows = list(csv.DictReader(self._hey(load, "measured", load.seconds).splitlines()))
        if not rows:
            raise Failed("hey got no answer")
        wrong = sum(row["status-code"] != "200" for row in rows)
        if wrong:
            raise Failed(f"hey saw {wrong} answers other than 200")
        millis = sorted(float(row["response-time"]) * 1000 for row in rows)
        rank = lambda percent: millis[math.ceil(percent / 100 * len(millis)) - 1]
        return {"requests": len(millis), "p50": rank(50), "p99": rank(99), "max": millis[-1]}

    def in_flight(self, load):
        return self._workers(load)

    @staticmethod
    def _workers(load):
        return max(10, math.ceil(load.per_second * load.longest * 1.25))

    def _hey(self, load, name, seconds):
        # Each worker sends at fixed moments unless it still waits; a quarter of slack keeps the longest delay inside a period.
        workers = self._workers(load)
        command = ["hey", "-z", f"{seconds}s", "-c", str(workers), "-q", f"{load.per_second / workers:.6g}", "-t", "30"]
        return self._run(load, name, command + ["-o", "csv", load.url], seconds)


class Hyperfoil(Tool):
    name = "Hyperfoil"
    model = "open"
    starts = "intended start"

    def __init__(self, processes, project, jdk, home):
        super().__init__(processes, project, jdk)
        self.home = home

    def missing(self):
        if not self.home:
            return "Hyperfoil's folder is not named (--hyperfoil FOLDER or HYPERFOIL_HOME; see docs/instrument.md)"
        return None if self._jar() else f"{self.home}/lib holds no hyperfoil-cli-*.jar"

    def version(self):
        return re.search(r"hyperfoil-cli-(.*)\.jar", self._jar()).group(1)

    def _jar(self):
        return next(iter(glob.glob(os.path.join(self.home, "lib", "hyperfoil-cli-*.jar"))), None)

    def run(self, load):
        benchmark = os.path.join(load.folder, "cross-check.hf.yml")
        with open(os.path.join(HERE, "hyperfoil.yml"), encoding="utf-8") as template:
            text = template.read()
        for word, value in self._words(load).items():
            text = text.replace("${" + word + "}", str(value))
        with open(benchmark, "w", encoding="utf-8") as output:
            output.write(text)
        command = [self.jdk, "--add-opens", "java.base/java.lang=ALL-UNNAMED"]
        command += ["-cp", os.path.join(self.home, "lib", "*"), os.path.join(HERE, "HyperfoilAlone.java"), benchmark]
        return own_line(self._run(load, "measured", command, load.warm_up + load.seconds + SETTLE_SECONDS))

    @staticmethod
    def _words(load):
        connections = max(50, math.ceil(load.per_second * (load.longest + load.freeze) * 1.5))
        return {
            "origin": load.url.rsplit("/", 1)[0],
            "connections": connections,
            "rate": load.per_second,
            "warmUpSeconds": load.warm_up,
            "seconds": load.seconds,
        }


class Loomgate(Tool):
    name = "Loomgate"
    model = "open"
    starts = "intended start"

    def version(self):
        with open(os.path.join(self.project, "pom.xml"), encoding="utf-8") as pom:
            version = re.search(r"<artifactId>loomgate</artifactId>\s*<version>([^<]+)</version>", pom.read())
        commit = printed(["git", "-C", self.project, "rev-parse", "--short", "HEAD"])
        return " ".join(part for part in [version.group(1) if version else "", commit] if part) or "?"

    def missing(self):
        return None if shutil.which("mvn") else "mvn is not installed (apt-get install maven)"

    def run(self, load):
        command = ["mvn", "-B", "-ntp", "-q", "gatling:test", "-Dgatling.noReports=true"]
        command += [f"-Dgatling.resultsFolder={os.path.join(load.folder, 'gatling')}"]
        command += ["-Dgatling.simulationClass=dev.loomgate.simulation.ConstantLoadSimulation"]
        values = {
            "baseUrl": load.url.rsplit("/", 1)[0],
            "path": "/" + load.url.rsplit("/", 1)[1],
            "body": "ok",
            "rate": load.per_second,
            "seconds": load.seconds,
            # A simulation alone warms up in two cycles.
            "warmUpMillis": load.warm_up * 500,
            "warmUpUsers": load.closed_users(),
        }
        command += [f"-D{name}={value}" for name, value in values.items()]
        text = self._run(load, "measured", command, load.warm_up + load.seconds + SETTLE_SECONDS, cwd=self.project)
        said = re.search(r"(\d+) of (\d+) good, latency p50 ([\d.]+) ms, p99 ([\d.]+) ms, sent late p99 ([\d.]+) ms", text)
        if not said:
            raise Failed("the simulation printed no result")
        if said.group(1) != said.group(2):
            raise Failed(f"only {said.group(1)} of {said.group(2)} requests were answered well")
        late = float(said.group(5))
        result = {"requests": int(said.group(1)), "p50": float(said.group(3)), "p99": float(said.group(4)), "max": None}
        # What the gate itself calls INVALID; a simulation alone has no guard.
        note = f"sent late by {late} ms at p99: the gate would call this invalid" if late > LATENESS_GUARD_MILLIS else ""
        return result | {"lateness-p99": late, "note": note}


def printed(command):
    """What a short command prints; some print their version and exit with 1."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stdout + done.stderr).strip()


def own_line(text):
    """The line that wrk.lua and HyperfoilAlone.java print at the end."""
    said = re.search(r"^cross-check (\{.*\})$", text, re.MULTILINE)
    if not said:
        raise Failed("no result was printed")
    result = json.loads(said.group(1))
    if result["errors"]:
        raise Failed(f"{result['errors']} requests failed")
    return result
