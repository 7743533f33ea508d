import { expect, onTestFinished, test, vi } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { readPastCandles, readReplay, readScenario, startVenue } from "../../src/assembly/venue/index.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * What a program gives to the exported functions is refused in a sentence of the argument's name, its value
 * and the rule.
 */

// biome-ignore lint/suspicious/noExplicitAny: what JavaScript may give
type Anything = any;

async function refused(act: () => Promise<unknown>): Promise<string> {
  const error = await act().catch((caught: unknown) => caught);
  expect(error, "nothing was refused").toBeInstanceOf(RangeError);
  return (error as RangeError).message;
}

/** Values of every kind; each option refuses at least those that are not of its own kind. */
const ODD: readonly unknown[] = [
  null,
  Number.NaN,
  -1,
  0.5,
  "",
  "nosuch.json",
  [],
  {},
  { x: 1 },
  true,
  7n,
  () => 1,
];

/** What each option must say of what it is, and a value that it takes. */
const OPTIONS: { readonly [K in keyof Required<VenueOptions>]: readonly [rule: RegExp, taken: unknown] } = {
  accounts: [/a list|an object/, [{ name: "bot", balance: "100.5", passphrase: "aPass1" }]],
  balance: [/a decimal of at least 0 with at most 8 places/, "0"],
  prices: [/a price above 0|an object/, { btc: 60_000.5 }],
  seed: [/a whole number from 0 to 4294967295|one of secret/, "secret"],
  contest: [/true or false/, false],
  selfService: [/true or false/, true],
  leaderboard: [/one of operators, public/, "public"],
  leaderboardDelayMs: [/a whole number/, 1_000],
  clock: [/one of test, wall|a whole number/, 1_767_225_600_001],
  hostClock: [/an object with wallMs\(\), monotonicMs\(\), setTimer\(\)/, undefined],
  data: [/text that is not empty/, "memory"],
  limits: [
    /one of seed, published, off|options\.limits/,
    { name: "mine", ipWeight: { max: 5, windowMs: 3_600_000 } },
  ],
  wire: [/one of seed, observed/, "seed,history=all"],
  dialects: [/a list of one or more of v2, v3, fapi, each once/, ["fapi", "v2"]],
  strictConnections: [/true or false/, true],
  requests: [/one of off, errors, all/, "all"],
  risk: [/an object|options\.risk/, { addresses: { max: 5, windowMs: 3_600_000 } }],
  keyDelayMs: [/a whole number/, 0],
  staleAfterMs: [/a whole number/, 5_000],
  sunset: [/true or false|options\.sunset/, { deprecated: 1, date: 2 }],
  market: [/empty, simulated, or a scenario, which readScenario\(path\)/, "empty"],
  prehistory: [/a whole number from 0 to 20000/, 0],
  past: [/a Map/, new Map()],
  host: [/text that is not empty/, "127.0.0.1"],
  port: [/a whole number from 0 to 65535/, 0],
  controlPort: [/a whole number from 0 to 65535/, 0],
  journalKeepBytes: [/a whole number from 1/, 1_000_000_000],
  hostNames: [/a list|text that is not empty/, ["venue.test"]],
  proxies: [/a list of addresses and CIDR blocks/, ["10.0.0.0/8"]],
  downtime: [/one of skip, catchUp/, "catchUp"],
  audit: [/true or false/, true],
  backgroundAudit: [/true or false/, false],
  requireHistory: [/true or false/, false],
  strictFreshness: [/true or false/, true],
  cluster: [/an object|options\.cluster/, undefined],
  masterKey: [/32 bytes, a Uint8Array/, new Uint8Array(32).fill(7)],
  adminToken: [/text that is not empty/, "a-token-of-my-own"],
  log: [/an object with info\(\), warn\(\), error\(\)/, { info() {}, warn() {}, error() {} }],
  onTraffic: [/a function/, () => undefined],
  signal: [/an AbortSignal/, new AbortController().signal],
  onProgress: [/a function/, () => undefined],
  onHalt: [/a function/, () => undefined],
};
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Of odd values, those that are good ones of their option. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  accounts: (value) => Array.isArray(value),
  proxies: (value) => Array.isArray(value),
  hostNames: (value) => Array.isArray(value),
  prices: (value) => isObject(value) && !Array.isArray(value), // the market names its coins
  risk: (value) => isObject(value) && Object.keys(value).length === 0 && !Array.isArray(value),
  host: (value) => value === "nosuch.json",
  data: (value) => value === "nosuch.json",
  adminToken: (value) => value === "nosuch.json",
};

test.each(Object.entries(OPTIONS))("startVenue: %s", async (name, [rule]) => {
  for (const value of ODD) {
    const isFlag = typeof value === "boolean" && /true or false/.test(rule.source);
    const isFunction = typeof value === "function" && /a function/.test(rule.source);
    if (isFlag || isFunction || FITS[name]?.(value) === true) continue;
    const text = await refused(() => startVenue({ [name]: value } as Anything));
    expect(text).toMatch(new RegExp(`^startVenue: options\\.${name}\\b`));
    expect(text).toMatch(rule);
  }
});

test("what each option takes starts a venue, and undefined counts as left out", async () => {
  const taken = Object.fromEntries(Object.entries(OPTIONS).map(([name, [, value]]) => [name, value]));
  const venue = await venueOfTest(taken as Anything);
  expect(venue.accounts.map(({ name }) => name)).toEqual(["bot"]);
  expect((await venue.account("bot")).equity).toBe("100.5");
});

test.each<[Anything, string]>([
  [{ acounts: [{ name: "bot" }] }, "options has no acounts; known are accounts, adminToken, audit,"],
  [null, "options must be an object, got null"],
  [{ market: "nosuch.json" }, "options.market must be empty, simulated, or a scenario"],
  [{ accounts: [{ name: "a", balance: 100 }] }, "options.accounts.0.balance must be a decimal of at least 0"],
  [{ accounts: [{ name: "a", balance: "-100" }] }, "got '-100'"],
  [{ accounts: [{ name: "" }] }, "options.accounts.0.name must be 1 to 64 letters, digits, '_', '.' and '-'"],
  [{ accounts: [{ name: "a", pasphrase: "x" }] }, "options.accounts.0 has no pasphrase; known are apiKey,"],
  [
    { accounts: [{ name: "a" }, { name: "a" }] },
    "options.accounts.1.name must be the name of one account only",
  ],
  [{ accounts: [{ name: "a", secret: 12_345 }] }, "got a value of type number that is not shown"],
  [
    { limits: { name: "mine", ipWeight: { max: 0, windowMs: 3_600_000 } } },
    "options.limits.ipWeight.max must be a whole",
  ],
  [{ dialects: ["v2", "v2"] }, "options.dialects must be a list of one or more of v2, v3, fapi, each once"],
  [{ dialects: ["v2", "V3"] }, "options.dialects must be a list of one or more of v2, v3, fapi, each once"],
  [{ cluster: {} }, "options.cluster.log must be text that is not empty, got undefined"],
])("startVenue(%j) is refused: %s", async (options, sentence) => {
  expect(await refused(() => startVenue(options))).toContain(sentence);
});

test("arguments of a venue's functions and of what reads files", async () => {
  await using venue = await startVenue({ accounts: [{ name: "bot" }] });
  const calls: readonly [(venue: Anything) => Promise<unknown>, string][] = [
    [(each) => each.price("btc", 60_000), "price: price must be a decimal as text such as '58800'"],
    [(each) => each.deposit("bot", 100), "deposit: amount must be a decimal as text, such as '100', got 100"],
    [
      (each) => each.deposit("bot", "1", { refrence: "x" }),
      "deposit: options has no refrence; known are reference",
    ],
    [(each) => each.fund(100), "fund: amount must be a decimal as text"],
    [(each) => each.account(), "account: name must be text that is not empty, got undefined"],
    [(each) => each.cancel(7), "cancel: orderId must be text that is not empty, got 7"],
    [(each) => each.bundle(), "bundle: directory must be text"],
    [(each) => each.fault("answer-lost"), "fault: fault must be an object"],
    [(each) => each.dropDirective("1"), "dropDirective: directive must be a whole number"],
    [(each) => each.saveState(), "saveState: name must be text"],
    [(each) => each.reset("state"), "reset: options must be an object, got 'state'"],
    [(each) => each.reset({ too: "state" }), "reset: options has no too; known are to"],
    [(each) => each.backup({}), "backup: directory must be text that is not empty, got {}"],
    [() => readScenario(undefined as Anything), "readScenario: path must be text"],
    [() => readPastCandles({} as Anything), "readPastCandles: path must be text"],
    [
      () => readReplay("files", { form: 1 } as Anything),
      "readReplay: options has no form; known are from, loop",
    ],
    [() => readReplay("files", { from: Number.NaN }), "readReplay: options.from must be a whole number"],
  ];
  for (const [call, sentence] of calls) expect(await refused(() => call(venue))).toContain(sentence);
});

test("a block that ends stops its venue", async () => {
  let stopped: Promise<void>;
  {
    await using venue = await startVenue();
    ({ stopped } = venue);
    expect((await fetch(`${venue.baseUrl}/health`)).status).toBe(200);
  }
  await stopped;
});

test("a venue in which nothing happens says once that it keeps its process alive, unless somebody waits for its end", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const start = async (): Promise<Venue> => {
    const venue = await venueOfTest({ backgroundAudit: false });
    return venue;
  };
  const [used, forgotten, awaited] = [await start(), await start(), await start()];
  void awaited.stopped;
  vi.advanceTimersByTime(20_000);
  await used.step(1_000);
  vi.advanceTimersByTime(20_000);
  expect(warn.mock.calls).toEqual([[expect.stringContaining(forgotten.baseUrl), "VenueNotStopped"]]);
  vi.advanceTimersByTime(60_000);
  expect(warn.mock.calls.map(([text]) => /127\.0\.0\.1:\d+/.exec(String(text))![0])).toEqual(
    [forgotten, used].map(({ port }) => `127.0.0.1:${port}`),
  );
});
