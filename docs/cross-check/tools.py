"""The load generators: how each is started so that its load is as near to the asked one as it can be, and what it said."""

import csv
import glob
import math
import os
import re
import shutil

from processes import Failed
from tool import Tool, own_line, printed

HERE = os.path.dirname(os.path.abspath(__file__))
SETTLE_SECONDS = 10
# Loomgate warms its generator first.
REHEARSAL_SECONDS = 60
# The guards of thresholds.yml: what is larger counts.
LATENESS_GUARD_MILLIS = 2
LATENESS_GUARD_SHARE = 0.05


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
            return "Hyperfoil's folder is not named (--hyperfoil FOLDER or HYPERFOIL_HOME; see docs/explanation/instrument.md)"
        return None if self._jar() else f"{self.home}/lib holds no hyperfoil-cli-*.jar"

    def version(self):
        return re.search(r"hyperfoil-cli-(.*)\.jar", self._jar()).group(1)

    def _jar(self):
        return next(iter(glob.glob(os.path.join(self.home, "lib", "hyperfoil-cli-*.jar"))), None)

    def run(self, load):
        files = [self._benchmark(load, "warm-up", load.warm_up), self._benchmark(load, "measured", load.seconds)]
        command = [self.jdk, "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp", os.path.join(self.home, "lib", "*")]
        command += [os.path.join(HERE, "HyperfoilAlone.java")] + files
        return own_line(self._run(load, "measured", command, load.warm_up + load.seconds + SETTLE_SECONDS))

    @staticmethod
    def _benchmark(load, name, seconds):
        words = {
            "origin": load.url.rsplit("/", 1)[0],
            "connections": max(200, math.ceil(load.per_second * (load.longest + load.freeze) * 1.5)),
            "rate": load.per_second,
            "seconds": seconds,
            "longestSeconds": seconds + 30,
        }
        with open(os.path.join(HERE, "hyperfoil.yml"), encoding="utf-8") as template:
            text = re.sub(r"\$\{(\w+)\}", lambda word: str(words[word.group(1)]), template.read())
        file = os.path.join(load.folder, name + ".hf.yml")
        with open(file, "w", encoding="utf-8") as output:
            output.write(text)
        return file


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
        values = {
            "body": "ok",
            "rate": load.per_second,
            "seconds": load.seconds,
            "warm-up": load.warm_up,
            "warm-up-users": load.closed_users(),
            "output": f"'{os.path.join(load.folder, 'load')}'",
        }
        words = ["load", load.url] + [f"--{name}={value}" for name, value in values.items()]
        command = ["mvn", "-B", "-ntp", "-q", "compile", "exec:exec@loomgate", "-Dargs=" + " ".join(words)]
        seconds = REHEARSAL_SECONDS + load.warm_up + load.seconds + SETTLE_SECONDS
        text = self._run(load, "measured", command, seconds, cwd=self.project)
        said = re.search(r"(\d+) of (\d+) good, latency p50 ([\d.]+) ms, p99 ([\d.]+) ms, sent late p99 ([\d.]+) ms", text)
        if not said:
            raise Failed("no result was printed")
        if said.group(1) != said.group(2):
            raise Failed(f"only {said.group(1)} of {said.group(2)} requests were answered well")
        late, allowed = float(said.group(5)), max(LATENESS_GUARD_MILLIS, LATENESS_GUARD_SHARE * float(said.group(3)))
        result = {"requests": int(said.group(1)), "p50": float(said.group(3)), "p99": float(said.group(4)), "max": None}
        # What the gate itself calls INVALID; a load alone has no guard.
        note = f"sent late by {late} ms at p99: the gate would call this invalid" if late > allowed else ""
        return result | {"lateness-p99": late, "note": note}
