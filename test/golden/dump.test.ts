import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Exchange } from "../../src/core/exchange/exchange.ts";
import { DumpError, dumpLines, parseDump } from "../../src/venue/dump/text.ts";

/** A stored dump of a market with something in nearly every table: what was dumped once is read by every later build. */

const golden = readFileSync(join(import.meta.dirname, "dump.ndjson"), "utf8")
  .trimEnd()
  .split("\n");

/** What lines say: the order of a row's fields says nothing. */
const told = (lines: Iterable<string>): unknown[] => Array.from(lines, (line) => JSON.parse(line));

test("the stored dump is a venue, and dumps as it is stored", () => {
  const { rows, format } = parseDump(golden);
  expect(format).toBe("00000000-00000000");
  expect(told(dumpLines(Exchange.fromRows(rows).rows(), format))).toEqual(told(golden));
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
  expect(told(dumpLines(Exchange.fromRows(rows).rows(), format))).toEqual(told(golden));
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
  ["nothing", () => [], /the dump is empty/],
] as const)("refused with line and field: %s", (_, lines, said) => {
  expect(() => parseDump(lines())).toThrow(DumpError);
  expect(() => parseDump(lines())).toThrow(said);
});

test("a field that this build does not know is refused, and so is a state that breaks a rule", () => {
  const unknown = changed("orders", (line) => line.replace('"price"', '"colour":7,"price"'));
  expect(() => Exchange.fromRows(parseDump(unknown).rows)).toThrow(/orders\.colour is a field of this build/);
  const richer = changed("balances", (line) => line.replace(/"amount":"[^"]*"/, '"amount":"1"'));
  const exchange = Exchange.fromRows(parseDump(richer).rows);
  expect(() => exchange.audit()).toThrow(/invariant/);
});
