import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { dump } from "../../src/assembly/venue/dump/dump.ts";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { rebuildOffline } from "../../src/assembly/venue/rebuild.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { RequestFiles } from "../../src/service/gateway/requestLog/requestFiles.ts";
import { directoryOfFile } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { placeLimit } from "./placeLimit.ts";

/**
 * Bits that rot at rest, in each kind of file that a venue leaves: what it then says is what it would have
 * said, or it says that it cannot. Never anything else.
 */

const FLIPS = process.env["OUTCRY_LONG"] === undefined ? 2 : 200;

/** Every kind of file, and what reads it besides a start and a dump. */
type Reader = (data: string) => Promise<unknown>;
const kinds: readonly (readonly [kind: string, files: RegExp, reader: Reader | undefined])[] = [
  ["segments", /^journal\/\d+\.segment$/, undefined],
  ["the record of where the journal begins", /^journal\/begins\.txt$/, undefined],
  ["snapshots", /^journal\/\d+\.snapshot$/, undefined],
  ["the segment being prepared", /^journal\/spare\.segment$/, undefined],
  ["history", /^history\.db$/, undefined],
  ["the format tag", /^format$/, undefined],
  ["the master key", /^master\.key$/, undefined],
  ["credentials", /^demo-credentials\.json$/, undefined],
  ["the lock", /^lock\.db$/, undefined],
  ["saved states", /^states\/monday\/state\.json$/, resetTo],
  ["snapshots of saved states", /^states\/monday\/\d+\.snapshot$/, resetTo],
  ["histories of saved states", /^states\/monday\/history\.db$/, resetTo],
  ["snapshots of baselines", /^baselines\/\d+\/\d+\.snapshot$/, rebuilt],
  ["histories of baselines", /^baselines\/\d+\/history\.db$/, rebuilt],
  ["the request log", /^requests\/\d+\.ndjson$/, undefined],
];

const parent = directoryOfFile();
const sound = join(parent, "sound");
const options = (data: string) => ({ data, prices: { btc: 60_000 }, clock: "test" as const });

beforeAll(async () => {
  const venue = await startVenue({ ...options(sound), requests: "all" });
  const trade = async () => {
    for (const [who, type] of ["1", "2"].entries()) await placeLimit(venue, who, { type });
    await venue.settle();
  };
  await trade();
  await venue.saveState("monday");
  await venue.reset({ to: "monday" });
  await trade();
  await venue.stop();
});

test("every file that a venue leaves is of a kind here", () => {
  const names = readdirSync(sound, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(sound.length + 1));
  expect(names.filter((name) => kinds.every(([, files]) => !files.test(name)))).toEqual([]);
});

test.each(kinds)("%s", async (_, files, reader) => {
  const names = readdirSync(sound, { recursive: true })
    .map(String)
    .filter((name) => files.test(name));
  if (names.length === 0) return expect(files.source).toContain("spare"); // the one that need not be there
  const rng = new SeededRng(14);
  const expected = await whatIsSaid(copyOf("reference"), reader);
  expect(expected.market).not.toBe(REFUSED);
  for (let i = 0; i < FLIPS; i++) {
    const data = copyOf("damaged");
    const path = join(data, names[rng.below(names.length)]!);
    const bytes = readFileSync(path);
    const written = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const [offset, bit] = [rng.below(Math.max(written, 1)), rng.below(8)];
    bytes[offset]! ^= 1 << bit;
    writeFileSync(path, bytes);
    const said = await whatIsSaid(data, reader);
    const where = `bit ${bit} of byte ${offset} of ${path.slice(data.length + 1)}`;
    for (const entry of said.requests as readonly unknown[])
      expect(expected.requests, where).toContainEqual(entry);
    for (const part of ["market", "served", "read"] as const)
      expectSameOrRefused(said[part], expected[part], where);
  }
});

const REFUSED = "refused";

/** As a whole, or field by field. */
function expectSameOrRefused(said: unknown, expected: unknown, where: string): void {
  if (said === REFUSED) return;
  if (typeof said !== "object" || said === null || Array.isArray(said)) {
    expect(said, where).toEqual(expected);
    return;
  }
  for (const [name, value] of Object.entries(said))
    if (value !== REFUSED)
      expect(value, `${name}, ${where}`).toEqual((expected as Record<string, unknown>)[name]);
}

function copyOf(name: string): string {
  const data = join(parent, name);
  rmSync(data, { recursive: true, force: true });
  cpSync(sound, data, { recursive: true });
  onTestFinished(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  return data;
}

/** Everything that a data directory says, part by part; a part that is refused says so. */
async function whatIsSaid(data: string, reader: Reader | undefined) {
  const log = { info() {}, warn() {}, error() {} };
  return {
    requests: await orRefused(async () => (await RequestFiles.open(join(data, "requests"), log)).recall()),
    market: await orRefused(async () => [...(await dump(data))]),
    served: await orRefused(() => served(data)),
    read: await orRefused(async () => reader?.(data)),
  };
}

/** What was refused on purpose; a slip of the program is none. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | typeof REFUSED> {
  try {
    return await work();
  } catch (error) {
    expect(["TypeError", "SyntaxError", "ReferenceError"]).not.toContain((error as Error).name);
    return REFUSED;
  }
}

/** What a start answers: whose keys, which history, which states. */
async function served(data: string) {
  const venue = await startVenue(options(data));
  try {
    return {
      accounts: venue.accounts,
      adminToken: venue.adminToken,
      fills: await fillsOf(venue),
      states: await orRefused(() => statesOf(venue)),
    };
  } finally {
    await venue.stop();
  }
}

/** What a venue with one state says of its states. */
async function statesOf(venue: Venue): Promise<unknown> {
  const states = await venue.states();
  return states.some((each) => "damage" in each) ? REFUSED : states;
}

async function fillsOf(venue: Venue): Promise<unknown> {
  const { status, body } = await new Client(venue.baseUrl, venue.accounts[0]!).get(
    "order/fills?symbol=cmt_btcusdt",
  );
  return status === 200 ? body : REFUSED;
}

async function resetTo(data: string) {
  const venue = await startVenue(options(data));
  try {
    const { seq, digest } = await venue.reset({ to: "monday" });
    return { seq, digest, fills: await fillsOf(venue) };
  } finally {
    await venue.stop().catch(() => undefined);
  }
}

async function rebuilt(data: string) {
  rmSync(join(data, "history.db"));
  await rebuildOffline(data, () => {});
  return (await served(data)).fills;
}
