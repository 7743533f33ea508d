import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { run as runCommand } from "../../src/workbench/cli/program.ts";
import { outcry } from "../cli/inProcess.ts";
import { directoryOfFile, temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";

/**
 * Exports in Parquet, read by a reader that is not ours: the DuckDB of `examples/analysis`, which `npm test`
 * installs; and the example itself.
 */

const EXAMPLE = join(import.meta.dirname, "../../examples/analysis");
const KINDS = ["ledger", "fills", "orders", "equity", "requests"] as const;

type Row = Readonly<Record<string, string | number | null>>;
interface DuckDB {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Row[] }>;
  closeSync(): void;
}

const data = directoryOfFile();
beforeAll(async () => {
  const venue = await startVenue({ data, prices: { btc: 60_000 } });
  await day(venue);
  await venue.stop();
});

/** Two accounts trade; one leaves an order and withdraws it, and is refused one. */
async function day(venue: Venue): Promise<void> {
  const [first, second] = venue.accounts.map((account) => new Client(venue.baseUrl, account));
  const place = (client: Client, type: string, size: string, price: string, id: string) =>
    client.post("order/placeOrder", { ...LIMIT, client_oid: id, size, type, price });
  expect((await place(first!, "1", "0.01", "60000", 'a, "first"\n')).status).toBe(400);
  expect((await place(first!, "1", "0.01", "60000", "first")).status).toBe(200);
  expect((await place(second!, "2", "0.0103", "60000", "second")).status).toBe(200);
  await place(first!, "1", "0.01", "59000", "rests");
  await first!.post("order/cancelAllOrders", { cancelOrderType: "normal" });
  expect((await place(first!, "1", "0.00001", "59000", "small")).status).toBe(400);
  await venue.step(121_000);
  await venue.settle();
}

/** What an export holds as rows of JSON, and a file of the same in Parquet. */
async function exported(what: string, folder: string, ...words: readonly string[]) {
  const run = (format: string) => outcry("export", what, ...words, "--format", format, "--data", data);
  const [ndjson, parquet] = [await run("ndjson"), await run("parquet")];
  expect([ndjson.code, parquet.code], parquet.stderr).toEqual([0, 0]);
  const file = join(folder, `${what}.parquet`);
  writeFileSync(file, parquet.bytes);
  const rows = ndjson.stdout.split("\n").filter(Boolean);
  return { file, rows: rows.map((line) => JSON.parse(line) as Row) };
}

async function duckdb(): Promise<DuckDB> {
  const { DuckDBInstance } = createRequire(join(EXAMPLE, "package.json"))("@duckdb/node-api");
  const connection: DuckDB = await (await DuckDBInstance.create(":memory:")).connect();
  onTestFinished(() => connection.closeSync());
  await connection.runAndReadAll("SET TimeZone = 'UTC'");
  return connection;
}

/** A value as DuckDB shows it. */
function shown(type: string, value: string | number): string | number | null {
  if (type === "VARCHAR") return String(value); // an account without a name is its id
  if (value === "") return null;
  if (type === "BIGINT") return String(value);
  if (type !== "DECIMAL(38,8)") return Date.parse(value as string);
  const [whole, fraction = ""] = String(value).split(".");
  return `${whole}.${fraction.padEnd(8, "0")}`;
}

test.each(KINDS)("%s: every value of every row is the same in Parquet, exactly", async (what) => {
  const connection = await duckdb();
  for (const words of [[], ["--raw"]]) {
    const { file, rows } = await exported(what, temporaryDirectory(), ...words);
    const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
    const described = await ask(`DESCRIBE SELECT * FROM '${file}'`);
    const types = new Map(
      described.map(({ column_name, column_type }) => [column_name!, column_type as string]),
    );
    expect([...types.keys()]).toEqual(Object.keys(rows[0]!));
    const columns = [...types].map(([name, type]) =>
      type.startsWith("TIMESTAMP") ? `epoch_ms(${name})::DOUBLE AS ${name}` : name,
    );
    expect(await ask(`SELECT ${columns.join(", ")} FROM '${file}'`)).toEqual(
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, shown(types.get(name)!, value!)]),
        ),
      ),
    );
    const moments = [...types].flatMap(([name, type]) => (type === "TIMESTAMP WITH TIME ZONE" ? [name] : []));
    expect(moments.length > 0).toBe(words.length === 0);
  }
});

test("a terminal gets no Parquet", async () => {
  const said: string[] = [];
  const words = ["export", "fills", "--format", "parquet", "--data", data];
  const code = await runCommand(words, {
    out: () => said.push("bytes"),
    err: (text) => said.push(text),
    outIsTty: true,
    errIsTty: false,
  });
  expect([code, said.join("")]).toEqual([
    2,
    expect.stringContaining("not for a terminal: send it to a file"),
  ]);
});

test("no row is a file with its columns", async () => {
  const connection = await duckdb();
  const { file, rows } = await exported("fills", temporaryDirectory(), "--to", "0");
  expect(rows).toEqual([]);
  const read = await connection.runAndReadAll(
    `SELECT count(*)::INTEGER AS rows, sum(value) AS value FROM '${file}'`,
  );
  expect(read.getRowObjectsJson()).toEqual([{ rows: 0, value: null }]);
});

test("requests: by account and time, with the reason of each refusal", async () => {
  const rows = async (...words: readonly string[]) =>
    (await exported("requests", temporaryDirectory(), ...words)).rows;
  const refused = await rows("--account", "demo-1");
  expect(refused).toMatchObject([
    { account: "demo-1", path: "/capi/v2/order/placeOrder", status: 400, weight_uid: 5 },
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reason: expect.stringContaining("must be a number that matches the stepSize '0.0001'"),
      took_ms: expect.stringMatching(/^\d+\.\d{3}$/),
    },
  ]);
  expect(await rows("--account", "demo-2")).toEqual([]);
  const { time_ms } = refused[1]!;
  expect(await rows("--from", String(Number(time_ms) + 1))).toEqual([]);
  expect(await rows("--from", String(time_ms), "--to", String(time_ms))).toEqual(refused);
  expect(await rows("--to", String(Number(time_ms) - 1))).toEqual([]);
});

test("the example prints a team's day", async () => {
  const folder = temporaryDirectory();
  for (const what of KINDS) await exported(what, folder);
  const run = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(EXAMPLE, "team-day.js"), folder, ...words]);
  const { stdout } = await run("demo-1");
  expect(stdout.trimEnd().split("\n")).toEqual([
    "demo-1 on 2026-01-01",
    "",
    "orders that ended",
    "  symbol       type   state     orders  fees",
    "  cmt_btcusdt  limit  canceled  1       0.00000000",
    "  cmt_btcusdt  limit  filled    1       0.12000000",
    "",
    "fills",
    "  symbol       role   fills  size        volume        fees        realized",
    "  cmt_btcusdt  maker  1      0.01000000  600.00000000  0.12000000  0.00000000",
    "",
    "money",
    "  type                bills  amount",
    "  deposit             1      100000.00000000",
    "  position_open_long  1      -600.12000000",
    "",
    "balance",
    "  entry   coin  before      change          after",
    "  shared  USDT  0.00000000  99399.88000000  99399.88000000",
    "",
    "equity at whole minutes",
    "  first           lowest          highest         last            deposited",
    "  99999.37309000  99999.37309000  99999.37759000  99999.37759000  100000.00000000",
    "",
    "refused requests",
    "  path                       code   reason                                                                                              requests",
    "  /capi/v2/order/placeOrder  40015  INVALID_ARGUMENT: size must be a number that matches the stepSize '0.0001', current size '0.00001'  1",
    "  /capi/v2/order/placeOrder  40020  Parameter client_oid is invalid: at most 40 letters, digits or _ - . : /                            1",
  ]);
  expect((await run("demo-1", "2001-01-01")).stdout).toContain("fills\n  none\n");
  await expect(run("demo-3")).rejects.toMatchObject({ code: 1, stderr: "demo-3 has not traded\n" });
});
