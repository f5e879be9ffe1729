"""Sums the test reports below a folder: "N passed, N failed, N skipped", or with --ran or --skipped one number."""
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


passed, failed, skipped = count(sys.argv[-1])
if sys.argv[1] == "--ran":
    print(passed + failed)
elif sys.argv[1] == "--skipped":
    print(skipped)
else:
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
