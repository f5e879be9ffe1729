"""Starts programs, each in a process group of its own, and ends whatever is left of them."""

import os
import signal
import subprocess


class Failed(Exception):
    """A program did not do what it was started for, with the reason."""


class Processes:
    def __init__(self):
        self._running = []

    def start(self, command, log, **options):
        with open(log, "ab") as output:
            try:
                process = subprocess.Popen(
                    command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True, **options)
            except OSError as e:
                raise Failed(f"cannot start {command[0]}: {e.strerror}") from e
        self._running.append(process)
        return process

    def run(self, command, log, timeout, **options):
        """Runs a program to its end and gives what it printed."""
        open(log, "wb").close()
        process = self.start(command, log, stdin=subprocess.DEVNULL, **options)
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Failed(f"{os.path.basename(log)}: still running after {timeout:.0f} s, ended") from None
        finally:
            self.end(process)
        with open(log, encoding="utf-8", errors="replace") as output:
            text = output.read()
        if code != 0:
            raise Failed(f"exit code {code}, last line: {last_line(text)} (all of it: {log})")
        return text

    def end(self, process, grace=10):
        """Asks first (SIGTERM), so that a server can write its log. Ends its children too."""
        self._signal(process, signal.SIGTERM)
        try:
            process.wait(grace)
        except subprocess.TimeoutExpired:
            pass
        self._signal(process, signal.SIGKILL)
        process.wait()
        self._running.remove(process)

    def end_all(self):
        for process in list(self._running):
            self.end(process)

    @staticmethod
    def _signal(process, number):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass  # the whole group has ended


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "(nothing was printed)"
