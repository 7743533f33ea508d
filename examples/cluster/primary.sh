#!/bin/bash
# Once, when the database is made: commits wait for the standby from the next start on, which follows. Both are named, since either may come to lead.
set -eu
psql --variable ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<SQL
alter system set synchronous_standby_names = 'ANY 1 (db1, db2)';
create role standby replication login password '$POSTGRES_PASSWORD';
SQL
echo "host replication standby all scram-sha-256" >> "$PGDATA/pg_hba.conf"
