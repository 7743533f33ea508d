import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { rebuildOffline } from "../../src/assembly/venue/rebuild.ts";
import { restore } from "../../src/assembly/venue/restore.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { rowsIn } from "../readmodel/rowsIn.ts";
import { placeLimit } from "./placeLimit.ts";
import { venueOfTest, venueOnDisk } from "./venueOfTest.ts";

/**
 * History is made anew from a baseline where the journal cannot tell all of it; the journal is let go of
 * behind one.
 */

/**
 * How small a journal gets, however little is to be kept: a few segments of the smallest size
 * (docs/operations.md).
 */
const JOURNAL_BYTES_MIN = 8 * 1024 * 1024;

function venueOn(data: string, options: VenueOptions = {}): Promise<Venue> {
  return venueOfTest({ data, prices: { btc: 60_000 }, prehistory: 3, ...options });
}

async function trade(venue: Venue): Promise<void> {
  for (const [i, type] of ["1", "2"].entries()) await placeLimit(venue, i, { type });
  await venue.step(60_000);
  await venue.settle();
}

/** Commands enough to fill segments: cancels of orders that are not there, of two kilobytes each. */
async function fill(venue: Venue, commands: number): Promise<void> {
  const { account } = (await venue.engine.query({ type: "accounts" })).find(({ name }) => name === "demo-1")!;
  const clientId = "none".padEnd(2_000, "-");
  for (let n = 0; n < commands; n += 50) {
    const cancels = Array.from({ length: 50 }, () =>
      venue.engine.submit({ type: "cancelOrder", account, order: 0, plansOnly: false, clientId }),
    );
    await Promise.all(cancels);
  }
  await venue.settle();
}

const seqsIn = (data: string, folder: string) =>
  readdirSync(join(data, folder))
    .flatMap((name) => /^(\d{16})(?:\.segment)?$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

test("a market that goes on from a state has its history made anew from that state's", async () => {
  const { data, venue } = await venueOnDisk({ prehistory: 3 });
  await trade(venue);
  await venue.saveState("monday");
  await trade(venue);
  const { seq } = await venue.reset({ to: "monday" });
  await trade(venue);
  await venue.stop();
  const before = rowsIn(join(data, "history.db"));
  expect(before.fills).toHaveLength(4);

  rmSync(join(data, "history.db"));
  const refused = await startVenue({ data, requireHistory: true }).catch((error: Error) => error.message);
  expect(refused).toMatch(/outcry history rebuild/);
  const { code, stderr, json } = await outcry("history", "rebuild", data, "--json");
  expect(code, stderr).toBe(0);
  expect(json()).toMatchObject({ baselineSeq: seq });
  expect(rowsIn(join(data, "history.db"))).toEqual(before);
  expect((await outcry("history", "verify", data, "--json")).json()).toMatchObject({
    ...{ intact: true, baselineSeq: seq },
  });
  const again = await venueOn(data);
  expect(again.history.appliedSeq).toBe(again.engine.durableSeq);

  await again.reset();
  await again.stop();
  expect(seqsIn(data, "baselines")).toEqual([]); // an empty market's history begins with it
  expect(await rebuildOffline(data, () => {})).toMatchObject({ baselineSeq: 0 });
});

test("the journal is let go of behind a snapshot and a history, never less than was asked to be kept", async () => {
  const data = temporaryDirectory();
  const keep = { journalKeepBytes: 1_000_000 };
  const run = async (commands: number) => {
    const venue = await venueOn(data, keep);
    await trade(venue);
    await fill(venue, commands);
    await venue.stop(); // writes a snapshot at the head
  };
  await run(800);
  const venue = await venueOn(data, keep);
  const retained = () =>
    seqsIn(data, "journal").reduce(
      (sum, seq) => sum + statSync(join(data, "journal", `${String(seq).padStart(16, "0")}.segment`)).size,
      0,
    );
  await venue.backup(join(temporaryDirectory(), "early")); // waits for the look at the journal that a start takes
  await venue.stop(); // and now no further one changes anything, as there is every five seconds
  expect(seqsIn(data, "baselines")).toHaveLength(1);
  expect(seqsIn(data, "journal")[0], "one baseline is not enough to delete anything").toBe(1);

  await run(1_600);
  await run(2_400);
  const last = await venueOn(data, keep);
  const copy = join(temporaryDirectory(), "copy");
  await last.backup(copy);
  await trade(last);
  await last.stop();
  const baselines = seqsIn(data, "baselines");
  expect(baselines).toHaveLength(2);
  const [oldest] = seqsIn(data, "journal");
  expect(oldest).toBeGreaterThan(1);
  expect(oldest).toBeLessThanOrEqual(baselines[0]! + 1); // what follows the older baseline is all there
  expect(retained()).toBeGreaterThan(keep.journalKeepBytes);
  expect(retained()).toBeLessThanOrEqual(Math.max(3 * keep.journalKeepBytes, JOURNAL_BYTES_MIN));

  const before = rowsIn(join(data, "history.db"));
  rmSync(join(data, "history.db"));
  expect(await rebuildOffline(data, () => {})).toMatchObject({ baselineSeq: baselines[1] });
  expect(rowsIn(join(data, "history.db"))).toEqual(before);
  for (const command of [
    ["audit", "--journal", data],
    ["journal", "replay", data],
    ["journal", "operators", data],
  ]) {
    const { code, stderr } = await outcry(...command, "--json");
    expect(code, stderr).toBe(0);
  }
  const replayed = (await outcry("journal", "replay", data, "--json")).json();
  expect(replayed).toMatchObject({ fromSnapshot: baselines[0], audit: "passed" });

  const elsewhere = temporaryDirectory();
  const { replayed: proven } = await restore({ backup: copy, data: elsewhere, replace: false });
  expect(proven).toBeGreaterThan(0);
  expect(seqsIn(elsewhere, "baselines")).toEqual(seqsIn(copy, "baselines"));
  rmSync(join(elsewhere, "history.db"));
  await rebuildOffline(elsewhere, () => {});
});
