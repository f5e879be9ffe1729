#!/bin/sh
# The part of the official image's entrypoint that Loomgate relies on: user, password and first database from the environment, options of initdb, and all
# arguments go to the server. Like there, initdb trusts every client from 127.0.0.1 unless it is told otherwise.
set -eu
: "${POSTGRES_PASSWORD:?is not set}"
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}
export PGDATA="${PGDATA:-/var/lib/postgresql/data}"
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
[ "$1" = postgres ] || exec "$@"

as_postgres() {
    setpriv --reuid=postgres --regid=postgres --init-groups "$@"
}

install -d -m 700 -o postgres -g postgres "$PGDATA"
file=$(mktemp)
chown postgres "$file"
printf '%s\n' "$POSTGRES_PASSWORD" > "$file"
# Several options in one variable.
# shellcheck disable=SC2086
as_postgres initdb --username="$user" --pwfile="$file" ${POSTGRES_INITDB_ARGS:-}
rm "$file"
echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
if [ "$database" != postgres ]; then
    echo "CREATE DATABASE \"$database\"" | as_postgres postgres --single -D "$PGDATA" postgres
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"
