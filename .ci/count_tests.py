"""Sums the test reports below a folder: "N passed, N failed, N skipped" and whatever passed only when it was run again, or with --ran or --skipped one number."""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def count(folder):
    tests = failed = skipped = 0
    for report in sorted(pathlib.Path(folder).rglob("TEST-*.xml")):
        suite = ElementTree.parse(report).getroot()
        tests += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return tests - failed - skipped, failed, skipped


def flaky(folder):
    for report in sorted(pathlib.Path(folder).rglob("TEST-*.xml")):
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            for failure in [*case.iter("flakyFailure"), *case.iter("flakyError")]:
                reason = (failure.get("message") or failure.get("type") or "no message").strip().splitlines()
                yield f"{case.get('classname')}.{case.get('name')}: {' '.join(line.strip() for line in reason)[:300]}"


def slowest(folder, most):
    seconds = {}
    for report in pathlib.Path(folder).rglob("TEST-*.xml"):
        suite = ElementTree.parse(report).getroot()
        name = f"{report.parent.name}: {suite.get('name')}"
        seconds[name] = seconds.get(name, 0) + float(suite.get("time", "0").replace(",", ""))
    return sorted(seconds.items(), key=lambda each: -each[1])[:most]


passed, failed, skipped = count(sys.argv[-1])
if sys.argv[1] == "--ran":
    print(passed + failed)
elif sys.argv[1] == "--skipped":
    print(skipped)
else:
    for each in flaky(sys.argv[-1]):
        print(f"WARNING: flaky, it failed once: {each}")
    for name, took in slowest(sys.argv[-1], 20):
        print(f"{took:7.0f} s {name}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
