"""What the server's own log says of a run. Knows no load generator."""

import math


class NoTruth(Exception):
    """The log cannot be used, with the reason."""


def percentile(values, percent):
    """Nearest rank: the smallest value that at least `percent` % of all values do not exceed."""
    if not values:
        raise NoTruth("no values to take a percentile of")
    if not 0 < percent <= 100:
        raise ValueError(f"percentile {percent}: more than 0 and at most 100 is expected")
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def read_phases(lines):
    """The phases of a truth log, in order: lists of (arrived ns, replied ns, outcome) in order of arrival."""
    phases = {}
    columns = None
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        fields = line.split(",")
        if columns is None:
            columns = fields
            missing = {"phase", "arrived-ns", "replied-ns", "outcome"} - set(columns)
            if missing:
                raise NoTruth(f"line {number} of the truth log: no column {', '.join(sorted(missing))}")
            continue
        if len(fields) != len(columns):
            raise NoTruth(f"line {number} of the truth log: {len(fields)} fields, {len(columns)} are expected")
        row = dict(zip(columns, fields))
        request = (int(row["arrived-ns"]), int(row["replied-ns"]), row["outcome"])
        phases.setdefault(int(row["phase"]), []).append(request)
    return [sorted(phases[number]) for number in sorted(phases)]


def service_times(requests):
    """From request read to answer written, in ns. A request that waits in a socket buffer is not in the server yet."""
    return [replied - arrived for arrived, replied, _ in requests]


def intended_latencies(requests, per_second):
    """From the moment the schedule names to answer written, in ns.

    The schedule has one request every 1/rate s. Its origin is the earliest that no arrival contradicts: no request can
    arrive before it was due.
    """
    step = 1e9 / per_second
    first = requests[0][0]
    # Relative to the first arrival, or nanoseconds since boot would cost the precision of a double.
    origin = min(arrived - first - k * step for k, (arrived, _, _) in enumerate(requests))
    return [replied - first - origin - k * step for k, (_, replied, _) in enumerate(requests)]


def arrival_rate(requests):
    """Requests per second between the first and the last arrival."""
    span = requests[-1][0] - requests[0][0]
    return (len(requests) - 1) * 1e9 / span if span > 0 else 0.0


def in_millis(values):
    """p50, p99 and maximum of nanoseconds, in ms."""
    return {
        "p50": percentile(values, 50) / 1e6,
        "p99": percentile(values, 99) / 1e6,
        "max": max(values) / 1e6,
    }


def measured_parts(phases, answers, in_flight, joinable):
    """The last phases, which together hold the answers the tool counts, and at most what was under way when it stopped.

    More than one when the machine stalled for 200 ms and `joinable` says that the script starts nothing anew in a phase.
    """
    parts = []
    for phase in reversed(phases[1:]):  # the first one is warm-up
        parts.insert(0, phase)
        held = sum(len(part) for part in parts)
        if held >= answers or not joinable:
            break
    held = sum(len(part) for part in parts)
    if not parts or not answers <= held <= answers + in_flight:
        raise NoTruth(
            f"the tool counts {answers} answers, the last phases of the truth log are {[len(phase) for phase in phases[-4:]]}: either "
            "the machine stalled for 200 ms, which parts a phase in two, or warm-up and measurement ran into each other; run it on "
            "a quiet machine")
    return parts
