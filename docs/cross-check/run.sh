#!/usr/bin/env bash
# Drives the truth server with wrk, hey, Hyperfoil and Loomgate and puts their numbers beside the server's own log. See --help.
set -euo pipefail

folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v python3 > /dev/null; then
    echo "the cross-check needs python3 (apt-get install python3)" >&2
    exit 2
fi
# exec: a signal to this script reaches the program that knows which processes it started.
exec python3 "$folder/cross_check.py" "$@"
