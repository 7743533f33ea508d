import { DuckDBInstance } from "@duckdb/node-api";

/*
 * A team's day out of exports in Parquet: what it ordered, traded, paid, was worth and was refused. All
 * amounts are exact: DuckDB reads them as DECIMAL(38, 8). README.md beside this file says how the files are
 * made. node team-day.js FOLDER TEAM [DAY]; without a day, the last one on which the team traded.
 */

const [folder, team, day] = process.argv.slice(2);
if (team === undefined) {
  console.error("usage: node team-day.js FOLDER TEAM [DAY, such as 2026-01-31]");
  process.exit(2);
}
const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
await duckdb.run("SET TimeZone = 'UTC'");
const EXPORTS = ["orders", "fills", "ledger", "equity", "requests"];
for (const name of EXPORTS) {
  const file = `${folder}/${name}.parquet`.replaceAll("'", "''");
  const time = name === "orders" ? "updated_time" : "time";
  await duckdb.run(`CREATE VIEW every_${name} AS SELECT *, ${time}::DATE AS day FROM '${file}'`);
}

const [{ last }] = await rows("SELECT max(day)::VARCHAR AS last FROM every_fills WHERE account = $team", {
  team,
});
const shown = day ?? last;
if (shown === null) {
  console.error(`${team} has not traded`);
  process.exit(1);
}
for (const name of EXPORTS)
  await duckdb.run(
    `CREATE TABLE ${name} AS SELECT * FROM every_${name} WHERE account = $team AND day = $shown::DATE`,
    { team, shown },
  );

console.log(`${team} on ${shown}\n`);
await print(
  "orders that ended",
  "SELECT symbol, type, state, count(*) AS orders, sum(fee) AS fees FROM orders GROUP BY ALL ORDER BY ALL",
);
await print(
  "fills",
  `SELECT symbol, role, count(*) AS fills, sum(size) AS size, sum(value) AS volume, sum(fee) AS fees, sum(realized) AS realized
   FROM fills GROUP BY ALL ORDER BY ALL`,
);
await print(
  "money",
  "SELECT type, count(*) AS bills, sum(amount) AS amount FROM ledger GROUP BY type ORDER BY type",
);
await print(
  "balance",
  `SELECT entry, coin, arg_min(balance - amount, bill) AS before, sum(amount) AS change, arg_max(balance, bill) AS after
   FROM ledger GROUP BY ALL ORDER BY ALL`,
);
await print(
  "equity at whole minutes",
  `SELECT arg_min(equity, time) AS first, min(equity) AS lowest, max(equity) AS highest, arg_max(equity, time) AS last,
   arg_max(deposited, time) AS deposited FROM equity HAVING count(*) > 0`,
);
await print(
  "refused requests",
  "SELECT path, code, reason, count(*) AS requests FROM requests WHERE reason <> '' GROUP BY ALL ORDER BY requests DESC, path, reason LIMIT 10",
);

/** What a question answers; decimals as text. */
async function rows(sql, values) {
  return (await duckdb.runAndReadAll(sql, values)).getRowObjectsJson();
}

async function print(title, sql) {
  const found = await rows(sql);
  console.log(title);
  if (found.length === 0) console.log("  none");
  else {
    const names = Object.keys(found[0]);
    const lines = [names, ...found.map((row) => names.map((name) => String(row[name])))];
    const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
    for (const line of lines)
      console.log(`  ${line.map((text, at) => text.padEnd(widths[at])).join("  ")}`.trimEnd());
  }
  console.log();
}
