# Sourced by .ci/run: headlines, durations, test reports, and the closing line.

export MAVEN_OPTS="${MAVEN_OPTS:-} -Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn"
REPORTS=$(mktemp -d)
STARTED=$SECONDS
STEP=start
SKIPPED=()
WARNINGS=()

# step <headline> <function>: the function runs with -e in force, so it must not be part of a condition.
step() {
    local began=$SECONDS
    STEP=$1
    printf '\n=== %s\n' "$1"
    "$2"
    printf -- '--- %s: %d s\n' "$1" $((SECONDS - began))
}

skipped() {
    SKIPPED+=("$1: $2")
    printf '\n=== SKIPPED %s: %s\n' "$1" "$2"
}

# What a green run did not prove. Said at once, and again in the end.
warn() {
    WARNINGS+=("$1")
    printf 'WARNING: %s\n' "$1"
}

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

need_tools() {
    local tool
    for tool in mvn git python3; do
        command -v "$tool" > /dev/null || fail "$tool is not installed; install it and run again"
    done
    mvn -B --version
    rm -rf target/surefire-reports target/failsafe-reports
}

# keep_reports <step> <surefire|failsafe> <least>: moves the reports away, so that no step counts those of another.
# A step that says success with fewer tests than expected is a failure.
keep_reports() {
    local from="target/$2-reports" to="$REPORTS/$1-$2" ran
    mkdir -p "$to"
    find "$from" -name 'TEST-*.xml' -exec mv {} "$to" \; 2> /dev/null || true
    ran=$(python3 .ci/count_tests.py --ran "$to")
    [[ "$ran" -ge "$3" ]] || fail "step '$1' ran $ran $2 tests, at least $3 were expected"
}

# nothing_skipped <step> <surefire|failsafe>: where everything that a test needs was provided, a skip is a hole.
nothing_skipped() {
    local skips
    skips=$(python3 .ci/count_tests.py --skipped "$REPORTS/$1-$2")
    [[ "$skips" -eq 0 ]] || fail "step '$1' skipped $skips tests, although all they need is there"
}

# Formatting happens in the build: a file that it changes was not committed as it should be.
unchanged_by_the_build() {
    local changed
    changed=$(git status --porcelain)
    [[ -z "$changed" ]] || fail "the build changed files; commit what 'mvn verify' makes of them:"$'\n'"$changed"
}

# same_bytes <folder> <folder> <pattern>
same_bytes() {
    local one other
    one=$(cd "$1" && find . -name "$3" -type f | sort | xargs -r sha256sum)
    other=$(cd "$2" && find . -name "$3" -type f | sort | xargs -r sha256sum)
    [[ -n "$one" ]] || fail "there is no $3 in $1"
    diff <(echo "$one") <(echo "$other") || fail "two builds differ in $3"
    echo "$one" | wc -l | xargs printf '%d files in %s are the same in both builds\n' | sed "s|%s|$1|"
}

# close <status>: the last words.
close() {
    local each
    # The reports of a step that failed are still where Maven left them.
    for each in surefire failsafe; do
        if [[ -d "target/$each-reports" ]]; then
            mkdir -p "$REPORTS/unfinished-$each"
            find "target/$each-reports" -name 'TEST-*.xml' -exec cp {} "$REPORTS/unfinished-$each" \;
        fi
    done
    printf '\n'
    for each in "${SKIPPED[@]:-}"; do
        [[ -z "$each" ]] || printf 'SKIPPED %s\n' "$each"
    done
    for each in "${WARNINGS[@]:-}"; do
        [[ -z "$each" ]] || printf 'WARNING: %s\n' "$each"
    done
    [[ "$1" -eq 0 ]] || printf 'FAILED in: %s (exit status %d)\n' "$STEP" "$1"
    printf 'Took %d s.\n' $((SECONDS - STARTED))
    python3 .ci/count_tests.py "$REPORTS"
    rm -rf "$REPORTS"
}
