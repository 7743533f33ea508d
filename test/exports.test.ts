import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/**
 * Every function that the package exports, and every function of what these make, refuses an argument that is
 * none of its own by a RangeError that names function, argument, value and rule. What each takes is listed
 * here: an export that is not listed is red.
 */

// biome-ignore lint/suspicious/noExplicitAny: what JavaScript may give
type Anything = any;
type Named = Readonly<Record<string, unknown>>;

/** A function as a program finds it. */
interface Found {
  readonly name: string;
  readonly call: (...given: readonly unknown[]) => unknown;
}

const ROOT = join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
};

/** What none of these functions takes anywhere. */
const ODD: readonly unknown[] = [Symbol("odd"), Number.NaN, null];

const none: Named = {};
const call: Named = { input: {}, options: {} };
const order = { symbol: "BTC", action: "open-long", size: "1" };
const credentials = { apiKey: "key", secret: "secret", passphrase: "passphrase" };
const client = { options: { baseUrl: "http://127.0.0.1:1", credentials, retries: 0 } };
const socket: Named = { socket: "public" };
const ofAccount: Named = { options: {} };
const symbol: Named = { symbol: "cmt_btcusdt" };
const candles: Named = { symbol: "cmt_btcusdt", interval: "MINUTE_1", price: "LAST_PRICE" };
const eachVersion = { echo: socket, line: socket, dropConnection: socket, budgets: none, close: none };
const ask = { ask: { operation: { method: "GET", path: "/capi/v2/market/time" }, ...call } };

const of = (made: string, taken: Readonly<Record<string, Named>>): Readonly<Record<string, Named>> =>
  Object.fromEntries(Object.entries(taken).map(([name, each]) => [`${made}.${name}`, each]));

/** By entry and name, arguments that the function takes, by their names and in their order. */
function takenBy(entry: string, core: Anything): Readonly<Record<string, Named>> {
  const view = (): unknown => new core.RecordView(core.commandBytes({ type: "advanceTime" }));
  const action: Named = { action: 1 };
  const movement: Named = { account: 5, amount: 1n };
  return {
    ".": {
      startVenue: { options: {} },
      readScenario: { path: "market.json" },
      readPastCandles: { path: "candles.csv" },
      readReplay: { folder: "files", options: {} },
      ...of("startVenue()", {
        ...{ step: { ms: 1 }, endStep: none, runFast: { options: {} }, nextEvent: none, settle: none },
        ...{ reset: { options: {} }, saveState: { name: "before" }, states: none, branch: none, stop: none },
        ...{ backup: { directory: "copy", options: {} }, bundle: { directory: "bundle" } },
        price: { symbol: "btc", price: "60000" },
        deposit: { account: "bot", amount: "1", options: {} },
        withdraw: { account: "bot", amount: "1", options: {} },
        ...{ cancel: { orderId: "1" }, liquidate: { account: "bot" }, fund: { amount: "1", options: {} } },
        direct: { account: "bot", what: "reject", terms: {} },
        ...{ directives: none, dropDirective: { directive: 1 }, faults: none, removeFault: { fault: 1 } },
        ...{ fault: { fault: { kind: "answer-lost" } }, account: { name: "bot" } },
      }),
    },
    "./client": {
      afterSilence: { timing: { after: () => () => undefined }, ms: 1, action: () => undefined },
      openSystemSocket: { url: "ws://127.0.0.1:1", handshake: {} },
      ...of("systemTiming", {
        ...{ wallMs: none, monotonicMs: none, random: none },
        after: { ms: 1, action: () => undefined },
      }),
      ...{ V2Client: client, V3Client: client },
      ControlClient: { options: { baseUrl: "http://127.0.0.1:1", token: "token" } },
      ...of("ControlClient", {
        call: { name: "GET status", input: {}, signal: AbortSignal.abort() },
        file: { name: "GET export", input: {}, signal: AbortSignal.abort() },
      }),
      ...of("V2Client", {
        ...{ ...eachVersion, ...ask, accountMirror: none },
        orderBook: { ...symbol, depth: 15 },
      }),
      ...of("V2Client.watch", {
        ...{ ticker: symbol, trades: symbol, candles, depth: { ...symbol, levels: 15 }, leaderboard: none },
        ...{ orders: none, fills: none, positions: none, collateral: none, messages: none },
      }),
      ...of("V3Client", { ...eachVersion, ...ask }),
      ...of("V3Client.watch", {
        ...{ ticker: symbol, trades: symbol, klines: candles, depth: { ...symbol, levels: 15 } },
        ...{ orders: ofAccount, fills: ofAccount, positions: ofAccount, collateral: ofAccount },
      }),
    },
    "./core": {
      ...{
        isOpening: action,
        legOf: action,
        orderAction: action,
        ownSelfTradeMode: { prevention: 1 },
        sideOf: action,
        isPlan: { kind: 1 },
        isClosePosition: { kind: 1 },
      },
      ...{ isMarketTrade: { origin: 1 }, presetSource: { presetsOnMark: 1, takeProfit: true } },
      ...{
        depositOf: movement,
        withdrawalOf: movement,
        detailsOf: { rejection: { type: "venueFull", limit: 1 } },
      },
      ...{ commandBytes: { command: { type: "advanceTime" } }, decodeCommands: { view: view() } },
      decodeEvents: { view: view() },
      RecordView: { records: new Uint8Array(8) },
      ...of("RecordView", { kind: { at: 0 }, version: { at: 0 }, leftOut: { at: 0 } }),
      ...of("RecordView", { next: { at: 0 }, index: { at: 0 } }),
      DecimalExchange: { options: { time: 0 }, core: new core.Exchange() },
      ...of("DecimalExchange", {
        restore: { snapshot: new Uint8Array(8) },
        ...{ snapshot: none, audit: none, advance: { ms: 1 }, execute: { command: { type: "advanceTime" } } },
        list: { terms: { symbol: "BTC", tick: "0.1", lot: "0.1" } },
        ...{ open: { name: "bot", deposit: "1" }, account: { name: "bot" }, prices: { symbol: "BTC" } },
        ...{ deposit: { name: "bot", amount: "1" }, withdraw: { name: "bot", amount: "1" } },
        ...{ index: { prices: { BTC: "1" } }, book: { symbol: "BTC", levels: 5 } },
        leverage: { name: "bot", symbol: "BTC", leverage: "5", mode: "shared" },
        positionMode: { name: "bot", mode: "one-way" },
        ...{ place: { name: "bot", order }, cancel: { name: "bot", order: 1 } },
      }),
      Exchange: { state: new core.Exchange().state },
      ...of("Exchange", {
        restore: { snapshot: new Uint8Array(8) },
        fromRows: { rows: new Map(), others: { lacking: () => undefined, unread: () => undefined } },
        ...{ snapshot: none, rows: none, rowFields: none, takeUpdates: none, pendingSteps: none },
        ...{ nextDue: none, nextAct: none, audit: none, beginAudit: none },
        ...{ beginFrame: { firstSeq: 1, time: 0 }, execute: { view: view(), at: 0 } },
        ...{ observe: { account: 5, isObserved: true }, answer: { query: { type: "contracts" } } },
      }),
    },
    "./trader": {
      traderKind: { kind: { about: "nothing", start: () => ({ act: () => [] }) } },
    },
  }[entry] as Readonly<Record<string, Named>>;
}

/** Methods that the compiler keeps from other programs, although they are there. */
const PRIVATE = [
  "reachFrame",
  "nextStop",
  "isBehind",
  "advance",
  "dispatch",
  "postpones",
  "nextSettlement",
].map((name) => `Exchange.${name}`);

/** What a group of a client's operations takes is what each of them takes. */
const takenOf = (taken: Readonly<Record<string, Named>>, name: string): Named | undefined =>
  taken[name] ?? (/^V\dClient\.(?!watch)\w+\.\w+$/.test(name) ? call : undefined);

const isClass = (value: unknown): value is new (...given: readonly unknown[]) => object =>
  typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));

/**
 * The functions of an object, its class's and those before it included; what it inherits from every object
 * left out.
 */
function functionsOf(object: object, name: string): readonly Found[] {
  const found = new Map<string, Found>();
  for (
    let at = object;
    at !== Object.prototype && at !== Function.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value !== "function" || key === "constructor" || found.has(key)) continue;
      found.set(key, { name: `${name}.${key}`, call: (...given) => value.apply(object, given) });
    }
  }
  return [...found.values()];
}

/** The functions of the groups that a client has: `orders.place`, `watch.ticker`. */
function groupsOf(object: object, name: string): readonly Found[] {
  return Object.entries(object)
    .filter(([key, value]) => key !== "clock" && typeof value === "object" && value !== null)
    .flatMap(([key, value]) => functionsOf(value as object, `${name}.${key}`));
}

/** All functions of an export. Errors are only caught: nobody makes one. */
function functionsIn(name: string, value: unknown, taken: Readonly<Record<string, Named>>): readonly Found[] {
  if (isClass(value)) {
    if (value.prototype instanceof Error) return [];
    const made = new value(...Object.values(taken[name] ?? {}));
    const itself: Found = { name, call: (...given) => new value(...given) };
    const shared = name.endsWith("Client") ? groupsOf(made, name) : [];
    return [itself, ...functionsOf(value, name), ...functionsOf(made, name), ...shared];
  }
  if (typeof value === "function") return [{ name, call: value as Found["call"] }];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? functionsOf(value, name) : [];
}

async function refusalOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    return error instanceof RangeError
      ? error.message
      : `${(error as Error).name}: ${(error as Error).message}`;
  }
  return "nothing was refused";
}

const entries = Object.entries(manifest.exports).flatMap(([entry, path]) =>
  typeof path === "string" ? [] : [{ entry, path: join(ROOT, path.default) }],
);

test("there are entries to walk", () => {
  expect(entries.map(({ entry }) => entry)).toEqual([".", "./client", "./core", "./trader"]);
});

describe.each(entries)("$entry", ({ entry, path }) => {
  let found: readonly Found[];
  let taken: Readonly<Record<string, Named>>;
  let venue: Anything;

  beforeAll(async () => {
    const core = await import(join(ROOT, "dist/program/core.js"));
    const exported: Readonly<Record<string, Anything>> = await import(path);
    taken = takenBy(entry, core);
    found = Object.entries(exported).flatMap(([name, value]) => functionsIn(name, value, taken));
    if (exported["startVenue"] === undefined) return;
    venue = await exported["startVenue"]({ accounts: [{ name: "bot" }] });
    found = [...found, ...functionsOf(venue, "startVenue()")];
  });
  afterAll(() => venue?.stop());

  test("what is exported is listed, and what is listed is exported", () => {
    const names = found.map(({ name }) => name).filter((name) => !PRIVATE.includes(name));
    expect(names.filter((name) => takenOf(taken, name) === undefined)).toEqual([]);
    expect(Object.keys(taken).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });

  test("each argument of each function is refused where it is none", async () => {
    const wrong: string[] = [];
    for (const { name, call: each } of found) {
      const given = Object.entries(takenOf(taken, name) ?? {});
      for (const [place, [argument]] of given.entries()) {
        for (const odd of ODD) {
          const refusal = await refusalOf(() =>
            each(...given.map(([, value], i) => (i === place ? odd : value))),
          );
          if (!new RegExp(`^\\w+: ${argument}\\b.* must .+, got `).test(refusal))
            wrong.push(`${name}(${argument}: ${String(odd)}): ${refusal}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
