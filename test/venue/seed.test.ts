import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startVenue, type Venue, type VenueOptions } from "../../src/assembly/venue/index.ts";
import { drawSeed, seedWords } from "../../src/kernel/host/seed.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { hashAt } from "../../src/movers/feeds/noise.ts";
import { defaultScenario, type Scenario } from "../../src/movers/feeds/scenario.ts";
import { banner } from "../../src/workbench/cli/serve/banner.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";

/** What a market is drawn from: a secret, unless somebody wants it to repeat. */

const folder = directoryOfFile();
const place = (name: string): string => join(folder, name);

async function run<T>(options: VenueOptions, look: (venue: Venue) => Promise<T>): Promise<T> {
  const venue = await startVenue({ backgroundAudit: false, ...options });
  try {
    return await look(venue);
  } finally {
    await venue.stop();
  }
}

/** A market that plays two prices of a contract from a file. */
function playing(symbol: string): Scenario {
  const recording = { times: [0, 1_000], prices: [60_000, 60_001], end: 2_000 };
  const scenario = defaultScenario("empty");
  return {
    ...scenario,
    seed: undefined,
    feeds: { ...scenario.feeds, [symbol]: { type: "recorded", recording, loop: true } },
  };
}

/** Index prices after a minute. */
async function minuteLater(venue: Venue): Promise<readonly number[]> {
  await venue.step(60_000);
  return (await venue.engine.query({ type: "contracts" })).map(({ index }) => index);
}

test("a secret market is another one each time, goes on as it began, and its journal has the secret encrypted only", async () => {
  const data = place("secret");
  const first = await run({ data, seed: "secret" }, async (venue) => {
    expect(venue.knownSeed).toBeUndefined();
    return venue.engine.query({ type: "venue" });
  });
  expect(first).toMatchObject({ seed: 0 });
  // Nonce, up to 4 × 11 digits with signs and blanks, tag: base64 of ciphertext, no number to be read.
  expect(first.sealedSeed).toMatch(/^[\w+/=]{48,}$/);
  for (const copy of ["one", "two"]) cpSync(data, place(copy), { recursive: true });
  const prices = await run({ data: place("one"), seed: "secret" }, minuteLater);
  expect(await run({ data: place("two"), seed: "secret" }, minuteLater)).toEqual(prices);
  expect(await run({ data: place("other"), seed: "secret" }, minuteLater)).not.toEqual(prices);
  expect(await run({ data, seed: "secret" }, (venue) => venue.engine.query({ type: "venue" }))).toEqual(
    first,
  );
});

test("a known seed repeats, whoever starts it; a venue that began with one goes on with it", async () => {
  const prices = await run({ data: place("known"), seed: 5 }, minuteLater);
  expect(await run({ seed: 5 }, minuteLater)).toEqual(prices);
  expect(await run({ seed: 6 }, minuteLater)).not.toEqual(prices);
  expect(await run({ data: place("known"), seed: "secret" }, async (venue) => venue.knownSeed)).toBe(5);
});

test("a contest does not start on a seed that is known, nor on one that the venue was begun with, nor on files", async () => {
  const data = place("contest");
  const contest = { data, contest: true, seed: "secret" } as const;
  await expect(startVenue({ ...contest, seed: 5 })).rejects.toThrow("a contest cannot run on the seed 5");
  await expect(startVenue({ contest: true })).rejects.toThrow("a contest cannot run on the seed 1");
  const played: VenueOptions = { ...contest, market: playing("cmt_btcusdt") };
  await expect(startVenue(played)).rejects.toThrow("prices of cmt_btcusdt played from files");
  const first = await run(contest, minuteLater); // nothing of the refused starts was kept
  expect(await run(contest, async (venue) => venue.knownSeed)).toBeUndefined();
  expect(first.length).toBeGreaterThan(0);
  await run({ data: place("begun"), seed: 5 }, async () => {});
  await expect(startVenue({ ...contest, data: place("begun") })).rejects.toThrow(
    "was begun with the known seed 5: take another --data",
  );
});

test("another master key does not open the secret, and says so", async () => {
  const data = place("encrypted");
  await run({ data, seed: "secret", accounts: [], masterKey: new Uint8Array(32).fill(1) }, async () => {});
  await expect(
    startVenue({ data, seed: "secret", accounts: [], masterKey: new Uint8Array(32).fill(2) }),
  ).rejects.toThrow(`the master key is not the one that encrypted the market's seed in ${data}`);
});

const text = (venue: Venue): string =>
  banner({
    venue,
    options: { market: "empty", data: "memory" },
    downMs: 0,
    symbol: "cmt_btcusdt",
    isColoured: false,
    disturbances: [],
  });

test("the banner warns of a seed that is known, and has nothing to say of a secret one", async () => {
  expect(await run({ seed: 77 }, async (venue) => text(venue))).toContain(
    "seed 77: it repeats, and whoever knows the seed can foresee it",
  );
  expect(await run({ seed: "secret" }, async (venue) => text(venue))).not.toMatch(/foresee/);
});

test("the journal's end does not show the secret, encrypted or not", async () => {
  await run({ seed: "secret" }, async (venue) => {
    const { sealedSeed } = await venue.engine.query({ type: "venue" });
    const response = await fetch(`${venue.controlUrl}/control/journal`, {
      headers: { authorization: `Bearer ${venue.adminToken}` },
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(text).toContain("openAccount");
    expect(text).not.toContain(sealedSeed);
  });
});

test("every word of a secret counts in every draw; a number is itself and nothing", () => {
  const secret = drawSeed(new SeededRng(1));
  expect(new Set(secret).size).toBe(4);
  const draw = hashAt(secret, 1, 2, 3);
  for (const at of [0, 1, 2, 3]) {
    const other = secret.map((word, i) => (i === at ? word ^ 1 : word)) as unknown as typeof secret;
    expect(hashAt(other, 1, 2, 3), `word ${at}`).not.toBe(draw);
  }
  expect(seedWords(2 ** 32 - 1)).toEqual([-1, 0, 0, 0]);
  expect(seedWords(secret)).toBe(secret);
});

test.each([
  ["frozen at 2026-01-01T00:00:00.000Z", undefined],
  ["as fast as the host's, from 2026-01-01T00:", 1],
  ["20 times as fast as the host's, from 2026-01-01T00:", 20],
])("the banner says of the clock: %s", async (words, speed) => {
  const shown = await run({ seed: 1 }, async (venue) => {
    if (speed !== undefined) venue.clock.run(speed);
    return text(venue);
  });
  expect(shown).toContain(`Clock       ${words}`);
});
