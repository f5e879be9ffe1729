"""Did the run leave what it promises? check_results.py <output folder> <launcher> [runtime ...]"""
import json
import pathlib
import sys


def problems(folder, launcher, runtimes):
    for name in ("results.json", "index.html", "summary.md"):
        if not (folder / name).is_file() or not (folder / name).stat().st_size:
            yield f"{name} is missing or empty"
            return
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    cells = results["cells"]
    planned = set(results["plan"]["cells"])
    measured = {cell["id"] for cell in cells}
    if not planned:
        yield "no cell was planned"
    if not results["complete"]:
        yield "the run was cut off"
    for cell in sorted(planned - measured):
        yield f"{cell} was planned and not measured"
    for cell in sorted(measured - planned):
        yield f"{cell} was measured and not planned"
    used = str(results["environment"].get("launcher", "")).split(" ")[0].strip(",;:")
    if used != launcher:
        yield f"the launcher was '{used}', not '{launcher}'"
    for runtime in sorted(set(runtimes) - {cell["runtime"]["name"] for cell in cells}):
        yield f"no cell ran on {runtime}"
    for cell in cells:
        if cell["disturbed"] and not cell["iterations"]:
            print(f"WARNING: the machine has spoilt {cell['id']} before its first iteration: {cell['invalid'][0]}")
            continue
        if not cell["iterations"]:
            yield f"{cell['id']} has no measured iteration"
        if not cell["gatlingReport"] or not (folder / cell["gatlingReport"]).is_file():
            yield f"{cell['id']} has no Gatling report ({cell['gatlingReport'] or 'no path'})"


folder = pathlib.Path(sys.argv[1])
found = list(problems(folder, sys.argv[2], sys.argv[3:]))
for problem in found:
    print(f"{folder}: {problem}", file=sys.stderr)
if found:
    sys.exit(1)
outcomes = json.loads((folder / "results.json").read_text(encoding="utf-8"))["outcomes"]
print(f"{folder}: complete; " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()) if count))
if outcomes.get("INVALID"):
    print(f"WARNING: {outcomes['INVALID']} cells are INVALID: this machine was not fit to measure them")
