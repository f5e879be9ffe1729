"""The truth server: its scripts, where it runs, how it is started and ended."""

import glob
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

from processes import Failed, last_line
from truth import NoTruth, read_phases


class Script:
    """A delay in the server's own words, and a freeze."""

    def __init__(self, delay, freeze=None, freeze_seconds=0):
        self.delay = delay
        self.freeze = freeze
        self.freeze_seconds = freeze_seconds

    def text(self):
        return self.delay + (f", freeze {self.freeze}" if self.freeze else "")

    def settings(self):
        return {"delay": self.delay} | ({"freeze": self.freeze} if self.freeze else {})

    def _shares(self):
        millis = [float(number) / 1000 for number in re.findall(r"(\d+(?:\.\d+)?)ms", self.delay)]
        if self.delay.startswith("bimodal"):
            return list(zip([float(number) / 100 for number in re.findall(r"([\d.]+)%", self.delay)], millis))
        return [(1 / len(millis), value) for value in millis]

    def mean(self):
        """In seconds; of a uniform delay the middle."""
        return sum(share * value for share, value in self._shares())

    def longest(self):
        """In seconds."""
        return max(value for _, value in self._shares())


SCRIPTS = {
    "constant": Script("constant 5ms"),
    "bimodal": Script("bimodal 90% 2ms, 10% 20ms"),
    "freeze": Script("constant 5ms", "1s at 2s", 1),
    "uniform": Script("uniform 2ms..10ms"),
}


class TruthServer:
    def __init__(self, processes, jdk, jar, cpus):
        self._processes = processes
        self._jdk = jdk
        self._jar = jar
        self._pinning = ["taskset", "-c", cpus] if cpus else []

    def start(self, script, folder):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        port = free_port()
        settings = {f"truth.{name}": value for name, value in script.settings().items()}
        truth_log = os.path.join(folder, "truth.csv")
        properties = {"host": "127.0.0.1", "port": port, "lifeline": "true", "truth.log": truth_log} | settings
        command = self._pinning + [self._jdk] + [f"-Dloomgate.{name}={value}" for name, value in properties.items()]
        log = os.path.join(folder, "server.log")
        # The lifeline: the server ends with this program, whatever ends that.
        process = self._processes.start(command + ["-jar", self._jar], log, stdin=subprocess.PIPE)
        running = RunningServer(self._processes, process, port, log, truth_log)
        try:
            running.wait_until_ready()
            running.must_obey(settings)
        except Failed:
            running.end()
            raise
        return running


class RunningServer:
    def __init__(self, processes, process, port, log, truth_log):
        self._processes = processes
        self._process = process
        self._origin = f"http://127.0.0.1:{port}"
        self._log = log
        self._truth_log = truth_log
        self._effective = None
        self.url = self._origin + "/truth"

    def wait_until_ready(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                with open(self._log, encoding="utf-8", errors="replace") as text:
                    raise Failed(f"the truth server ended with exit code {self._process.returncode}: {last_line(text.read())}")
            try:
                with urllib.request.urlopen(self._origin + "/effective", timeout=5) as answer:
                    self._effective = json.load(answer)
                return
            except (urllib.error.URLError, OSError, ValueError):
                time.sleep(0.05)
        raise Failed(f"the truth server did not answer within 30 s (its log: {self._log})")

    def must_obey(self, settings):
        """A server with another script would be the truth of another experiment."""
        for name, asked in settings.items():
            if self._effective.get(name) != asked:
                raise Failed(f"the truth server runs with {name} = {self._effective.get(name)}, asked was {asked}")

    def end(self):
        self._processes.end(self._process)
        self._process.stdin.close()

    def phases(self):
        try:
            with open(self._truth_log, encoding="utf-8") as lines:
                return read_phases(lines)
        except FileNotFoundError:
            raise NoTruth(f"the truth server wrote no log (its output: {self._log})") from None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def placement():
    """CPUs of the server, CPUs of the generator, and the two in words; empty when nothing is pinned."""
    cpus = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cpus) < 2 or not shutil.which("taskset"):
        return "", "", "nothing is pinned (one CPU, or no taskset)"
    server, generator = str(cpus[0]), ",".join(map(str, cpus[1:]))
    return server, generator, f"server on CPU {server}, generator on CPU {generator}"


def find_jdk(asked):
    """The java command of a JDK >= 21."""
    home = os.environ.get("JAVA_HOME")
    places = [asked] if asked else [home and os.path.join(home, "bin", "java"), shutil.which("java")]
    if not asked:
        places += sorted(glob.glob("/usr/lib/jvm/*/bin/java"), reverse=True)
    for java in filter(None, places):
        if java_version(java) >= 21:
            return java
    raise Failed(f"no JDK of version 21 or newer ({asked or 'JAVA_HOME, the PATH, /usr/lib/jvm'}); name one with --java")


def java_version(java):
    try:
        said = subprocess.run([java, "-version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20).stderr
    except OSError:
        return 0
    found = re.search(r'version "(\d+)', said)
    return int(found.group(1)) if found else 0
