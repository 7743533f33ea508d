#!/bin/bash
# A standby: a copy of the primary the first time, which follows it from then on under the name that commits wait for. failover.yaml turns
# the two around.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  pg_basebackup --write-recovery-conf --checkpoint=fast --pgdata "$PGDATA" \
    --dbname "host=${PRIMARY:-db1} user=standby password=$POSTGRES_PASSWORD application_name=${STANDBY:-db2}"
fi
exec postgres
