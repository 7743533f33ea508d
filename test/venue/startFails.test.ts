import { cpSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { defaultScenario } from "../../src/movers/feeds/index.ts";
import { dataError } from "../../src/workbench/cli/offline.ts";
import { freePort } from "../host/freePort.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { failingCalls } from "./failingCalls.ts";

/**
 * Starts of which one step fails: each ends with what was wrong and what to do, or goes on as documented, and
 * leaves nothing open.
 */

const SYMBOL = "cmt_btcusdt";

function directory(): string {
  const path = temporaryDirectory();
  return join(path, "data");
}

/**
 * The past of each contract is drawn at a first start: with all of them that is most of it, and they fail as
 * one does.
 */
const EMPTY = defaultScenario("empty");
const marketOf = (...symbols: readonly string[]) => ({
  ...EMPTY,
  listings: EMPTY.listings.filter(({ symbol }) => symbols.includes(symbol)),
});
const MARKET = marketOf(SYMBOL);
const start = (data: string, options: VenueOptions = {}): Promise<Venue> =>
  startVenue({ data, market: MARKET, prehistory: 20, backgroundAudit: false, ...options });

async function health(venue: Venue) {
  const response = await fetch(`${venue.baseUrl}/health`);
  return { ...((await response.json()) as { readonly history?: string }), status: response.status };
}

const TWO = marketOf(SYMBOL, "cmt_ethusdt");
/** A venue that was used once, with one candle of its past damaged. */
async function damaged(): Promise<string> {
  const data = directory();
  await (await start(data, { market: TWO })).stop();
  const database = new DatabaseSync(join(data, "history.db"));
  const last = "SELECT max(time) FROM prehistory_candles WHERE interval = 60000";
  const of = `contract = 0 AND price = 0 AND interval = 60000 AND time = (${last}) - 600000`;
  const { changes } = database.prepare(`UPDATE prehistory_candles SET close = close + 1 WHERE ${of}`).run();
  expect(changes).toBe(1);
  database.close();
  return data;
}

test("a damaged candle of the past: what it concerns is refused, said by /health, and the rest goes on", async () => {
  const data = await damaged();
  const venue = await start(data, { market: TWO });
  expect(await health(venue)).toMatchObject({
    status: 200,
    history: expect.stringMatching(
      /^damaged: a row of prehistory_candles \(contract 0, .*\) is not what was written$/,
    ),
  });
  const candles = (symbol: string) =>
    fetch(`${venue.baseUrl}/capi/v2/market/candles?symbol=${symbol}&granularity=1m&limit=20`);
  expect((await candles(SYMBOL)).status).toBe(503);
  expect((await candles("cmt_ethusdt")).status).toBe(200);
  await venue.stop();
});

test("or the start ends, where a market without history is not wanted, and leaves nothing open", async () => {
  const data = await damaged();
  const refused = /^history at .*history\.db: a row of prehistory_candles .*outcry history rebuild$/;
  await expect(start(data, { market: TWO, requireHistory: true })).rejects.toThrow(refused);
  await (await start(data)).stop();
});

test("a venue that is called off ends at its next step", async () => {
  const data = directory();
  const callOff = new AbortController();
  const reason = new Error("SIGTERM");
  const onProgress = () => callOff.abort(reason);
  await expect(start(data, { signal: callOff.signal, onProgress })).rejects.toBe(reason);
  await (await start(data)).stop();
});

test("/health answers 200 once the file of credentials is there, and not before", async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/health`;
  const { promises } = process.getBuiltinModule("node:fs");
  const { rename } = promises;
  const before: (readonly [number, unknown])[] = [];
  promises.rename = async (from, to) => {
    if (String(to).endsWith("demo-credentials.json")) {
      const response = await fetch(url);
      before.push([response.status, await response.json()]);
    }
    return rename(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    promises.rename = rename;
    syncBuiltinESMExports();
  });
  const venue = await start(directory(), { port });
  expect(before).toEqual([[503, { status: "unavailable", reason: "the venue is starting" }]]);
  expect((await fetch(url)).status).toBe(200);
  await venue.stop();
});

/**
 * Without these the market goes on: history, which follows from the journal, the log of requests, and the
 * watch over the journal's files, which looks again.
 */
const GOES_ON = /history\.db|^thread |requests|^promised (?:stat|open) journal\/#/;

describe.each([
  ["the first start", false],
  ["a later start", true],
])("each call that fails in %s", (_, isLater) => {
  test("is told with a remedy or gone on without, and the next start is whole", async () => {
    const parent = directory();
    const base = `${parent}-base`;
    onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
    if (isLater) await (await start(base)).stop();
    const calls = failingCalls();
    onTestFinished(() => calls.end());
    const begin = (name: string, failing?: string): string => {
      const data = join(parent, name);
      if (isLater) cpSync(base, data, { recursive: true });
      calls.begin(data, failing);
      return data;
    };
    const first = await start(begin("whole"));
    const made = calls.made;
    calls.end();
    await first.stop();
    expect(made.length).toBeGreaterThan(40);
    const silent: string[] = [];
    for (const [i, call] of made.entries()) {
      const data = begin(`failing-${i}`, call);
      const outcome = await start(data).then(
        (venue) => venue,
        (error: Error) => error,
      );
      calls.end();
      if (outcome instanceof Error) {
        const told = dataError(outcome);
        expect(told, `${call}: ${outcome.stack}`).toMatchObject({ name: "CliError", exitCode: 5 });
        expect(told.message, call).toMatch(/(?:: |; |[.] )\S.*/);
      } else {
        if (!GOES_ON.test(call)) silent.push(call);
        await outcome
          .stop()
          .catch((error: Error) => expect(dataError(error), call).toMatchObject({ name: "CliError" }));
      }
      await (await start(data)).stop();
      rmSync(data, { recursive: true, maxRetries: 5 });
    }
    expect(silent).toEqual([]);
  });
});
