"""What all load generators have in common."""

import json
import os
import re
import subprocess

from processes import Failed


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
