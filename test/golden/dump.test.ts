import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { dump } from "../../src/assembly/venue/dump/dump.ts";
import { audited, load } from "../../src/assembly/venue/dump/load.ts";
import { DumpError, dumpLines, parseDump } from "../../src/assembly/venue/dump/text.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { houseDefaults } from "../../src/kernel/core/data/model/houseFields.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import { executeSpecimen } from "../../src/kernel/core/exchange/format/specimen.ts";
import { parseScenario } from "../../src/movers/feeds/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client, look } from "../venue/client.ts";

/**
 * A stored dump of a market with something in nearly every table: what was dumped once is read by every later
 * build.
 */

const golden = readFileSync(join(import.meta.dirname, "dump.ndjson"), "utf8")
  .trimEnd()
  .split("\n");

/** What lines say: the order of a row's fields says nothing. */
const told = (lines: Iterable<string>): unknown[] => Array.from(lines, (line) => JSON.parse(line));

/** What lines say without the list of fields, which the stored text does not have. */
const toldUnlisted = (lines: Iterable<string>): unknown[] =>
  Array.from(lines, (line) => {
    const { fields: _, ...row } = JSON.parse(line);
    return row;
  });

test("the stored dump is a venue, and dumps as it is stored", () => {
  const { rows, format } = parseDump(golden);
  expect(format).toBe("00000000-00000000");
  expect(toldUnlisted(dumpLines(Exchange.fromRows(rows), format))).toEqual(told(golden));
  const tables = new Set(golden.map((line) => JSON.parse(line).table));
  expect([...tables].sort()).toEqual([
    ...["accounts", "balances", "contracts", "isolatedBalances", "keys", "movements", "orders", "positions"],
    ...["requests", "settings", "venue"],
  ]);
});

test("docs/reference/dump.md says of every table what a row is", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/reference/dump.md"), "utf8");
  const rows = page.slice(page.indexOf("| Table |")).matchAll(/^\| (`.*?) \|/gm);
  const told = Array.from(rows, ([, names]) => Array.from(names!.matchAll(/`(\w+)`/g), ([, name]) => name));
  const { rows: stored } = parseDump(golden);
  expect(told.flat().sort()).toEqual([...Exchange.fromRows(stored).rows().keys()].sort());
});

test("what is left out is as if it were 0: lines of one order say as much without their zeros", () => {
  const without = golden.map((line) => line.replace('"triggerSource":"none","triggerDirection":"none",', ""));
  expect(without).not.toEqual(golden);
  const { rows, format } = parseDump(without);
  expect(toldUnlisted(dumpLines(Exchange.fromRows(rows), format))).toEqual(told(golden));
});

const first = (table: string) => golden.findIndex((line) => JSON.parse(line).table === table);
const changed = (table: string, change: (line: string) => string) =>
  golden.map((line, i) => (i === first(table) ? change(line) : line));

test.each([
  ["no JSON", () => ["{"], /line 1 is not an object of JSON/],
  [
    "another version",
    () => changed("venue", (line) => line.replace('"dump":1', '"dump":2')),
    /"dump": 1, got 2/,
  ],
  [
    "no contract of that name",
    () => changed("orders", (line) => line.replace("cmt_btcusdt", "cmt_none")),
    /contract 'cmt_none'/,
  ],
  [
    "a price off the grid",
    () => changed("orders", (line) => line.replace('"55000.0"', '"55000.05"')),
    /orders\.price is a decimal on its grid, got '55000\.05'/,
  ],
  [
    "an unknown word",
    () => changed("orders", (line) => line.replace('"open long"', '"long"')),
    /orders\.action is one of open long, .*, got 'long'/,
  ],
  [
    "a wrong time",
    () => changed("venue", (line) => line.replace(/"time":"[^"]*"/, '"time":"noon"')),
    /venue\.time is a time/,
  ],
  ["nothing", () => [], /it is empty: a dump is what/],
] as const)("refused with line and field: %s", (_, lines, said) => {
  expect(() => parseDump(lines())).toThrow(DumpError);
  expect(() => parseDump(lines())).toThrow(said);
});

test("a state that breaks a rule is refused", () => {
  const richer = changed("balances", (line) => line.replace(/"amount":"[^"]*"/, '"amount":"1"'));
  const exchange = Exchange.fromRows(parseDump(richer).rows);
  expect(() => exchange.audit()).toThrow(/invariant/);
});

/** The exchange that a text of some build is, and the fields that were left. */
function read(lines: readonly string[]): { readonly exchange: Exchange; readonly left: readonly string[] } {
  const left: string[] = [];
  const exchange = audited(parseDump(lines), (field) => left.push(field));
  return { exchange, left };
}

/** The specimen as this build dumps it: it has a row in nearly every table. */
function specimen(): readonly string[] {
  let lines: readonly string[] = [];
  executeSpecimen({
    command: () => undefined,
    state: (snapshot) => {
      lines = [...dumpLines(Exchange.restore(snapshot), "00000000-00000000")];
    },
  });
  return lines;
}

const present = specimen();

test("what this build dumps is stored, and it is a venue", async () => {
  await expect(`${present.join("\n")}\n`).toMatchFileSnapshot("present.ndjson");
  const { exchange, left } = read(present);
  expect([...dumpLines(exchange, "00000000-00000000")]).toEqual(present);
  expect(left).toEqual([]);
  const tables = new Set(present.map((line) => JSON.parse(line).table));
  for (const name of [
    "house",
    "latencies",
    "directives",
    "contests",
    "operators",
    "references",
    "invitations",
  ])
    expect(tables, name).toContain(name);
});

/** A text whose writer did not know a field: it is in no row, nor in the list. */
function withoutField(table: string, name: string): readonly string[] {
  return present.map((line, i) => {
    const row = JSON.parse(line);
    if (row.table === table) delete row[name];
    if (i === 0) row.fields[table] = row.fields[table].filter((each: string) => each !== name);
    return JSON.stringify(row);
  });
}

const NEEDED =
  /^line \d+: \w+\.\w+ is lacking: .* it has no default, as money, sizes, prices, ids and times have none\. Write it into every line of/;

test("every field that a text lacks has its default, or is refused with line, field and remedy", async () => {
  const { fields } = JSON.parse(present[0]!);
  const outcomes: Record<string, string> = {};
  for (const [table, names] of Object.entries<readonly string[]>(fields)) {
    if (table.includes(".")) continue; // of rows inside a row
    for (const name of names) {
      const lines = withoutField(table, name);
      try {
        const { exchange } = read(lines);
        const rows = exchange.rows().get(table)!;
        outcomes[`${table}.${name}`] = `default ${rows[0]![name] ?? 0}`;
      } catch (error) {
        expect(error, `${table}.${name}`).toBeInstanceOf(DumpError); // what has 0 for its default may make no market
        const text = (error as Error).message;
        outcomes[`${table}.${name}`] = NEEDED.test(text) ? "needed" : "broken";
      }
    }
  }
  const told = Object.entries(outcomes).map(
    ([field, outcome]) => `${field}: ${outcome}
`,
  );
  await expect(told.join("")).toMatchFileSnapshot("lacking.txt");
  expect(outcomes).toMatchObject({
    "orders.price": "needed",
    "orders.size": "needed",
    "orders.id": "needed",
    "orders.due": "needed",
    "positions.openValue": "needed",
    "balances.amount": "needed",
    "venue.time": "needed",
    "venue.nextId": "needed",
    "accounts.selfTradePrevention": "default 0",
    "contracts.fundingInFull": "default 0",
    "keys.label": "default 0",
    "keys.sealedSecret": "needed",
    "movements.from": "needed",
    "contracts.orphanTriggersKeep": "default true",
    ...Object.fromEntries(
      Object.entries(houseDefaults).map(([name, value]) => [`house.${name}`, `default ${value}`]),
    ),
  });
});

test("what this build does not know is named and left in settings, and refused with line, field and remedy elsewhere", () => {
  const withMore = (table: string, more: string) => {
    const at = present.findIndex((line) => JSON.parse(line).table === table);
    return present.map((line, i) => (i === at ? line.replace(/}$/, `,${more}}`) : line));
  };
  for (const table of ["house", "latencies"]) {
    const { exchange, left } = read(withMore(table, '"colour":7'));
    expect(left).toEqual([`${table}.colour`]);
    expect([...dumpLines(exchange, "00000000-00000000")]).toEqual(present);
  }
  for (const table of ["orders", "positions", "keys", "directives"]) {
    const line = present.findIndex((each) => JSON.parse(each).table === table) + 1;
    expect(() => read(withMore(table, '"colour":7'))).toThrow(
      `line ${line}: ${table}.colour is not known to this build, and only settings (house, latencies) may be left. Load the dump with`,
    );
  }
  expect(() => read([...present, '{"table":"colours","name":"red"}'])).toThrow(
    `line ${present.length + 1}: colours is a table that this build does not know. Load the dump with a build that knows it`,
  );
});

const earlier = gunzipSync(readFileSync(join(import.meta.dirname, "earlierBuild.ndjson.gz")))
  .toString()
  .trimEnd()
  .split("\n");

test("a dump that an earlier build wrote, of a contract of the default market with its house and crowd, goes on", async () => {
  expect(JSON.parse(earlier[0]!)).not.toHaveProperty("fields");
  const data = join(temporaryDirectory(), "moved");
  const report = await load(data, earlier);
  expect(report).toMatchObject({ left: ["house.thickness", "house.frontTicks"], orders: 293, positions: 27 });
  await using venue = await startVenue({
    ...{ data, market: await oneContract(), masterKey: new Uint8Array(32).fill(7), accounts: [OWNER] },
    backgroundAudit: false,
  });
  const before = await venue.account("bot");
  expect(before.positions).toMatchObject([{ symbol: "cmt_btcusdt", leg: "long", size: "0.0100" }]);
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  expect((await client.get("order/current")).body).toHaveLength(1);
  await venue.step(5_000);
  venue.engine.audit();
  const { body: trades } = await look(venue.baseUrl, "trades?symbol=cmt_btcusdt");
  expect(trades.length).toBeGreaterThan(0); // the house trades
});

test("a default market is dumped, loaded and dumped again alike", async () => {
  const data = temporaryDirectory();
  {
    await using venue = await startVenue({ data, market: await oneContract(), backgroundAudit: false });
    await venue.step(3_000);
  }
  const lines = [...(await dump(data))];
  expect(lines.some((line) => line.startsWith('{"table":"house"'))).toBe(true);
  const moved = join(temporaryDirectory(), "moved");
  expect((await load(moved, lines)).left).toEqual([]);
  expect([...(await dump(moved))]).toEqual(lines);
});

const OWNER = { name: "bot", apiKey: "old-key", secret: "an old secret of a test", passphrase: "oldPass1" };

/** The first contract of the default market. */
const oneContract = () =>
  parseScenario({ contracts: [{ symbol: "cmt_btcusdt" }], seed: 7, prehistory: 0 }, () =>
    Promise.reject(new Error("no file is named")),
  );
