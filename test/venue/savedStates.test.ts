import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SavedState, Venue } from "../../src/assembly/venue/index.ts";
import { loadStateOffline } from "../../src/assembly/venue/offline.ts";
import { statesIn } from "../../src/assembly/venue/savedStates.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { control } from "./control.ts";
import { failingCalls } from "./failingCalls.ts";
import { imagesOf } from "./imagesOf.ts";
import { venueOfTest, venueOnDisk } from "./venueOfTest.ts";

/** Saved states that rot, and that a crash catches while they are replaced. */

const options = { prices: { btc: 60_000 }, clock: "test" as const, backgroundAudit: false };

function venueOn(data: string): Promise<Venue> {
  return venueOfTest({ ...options, data });
}

const damages: readonly (readonly [what: string, file: RegExp, says: string])[] = [
  ["description", /^state\.json$/, "state.json is not what was written: delete"],
  ["snapshot", /\.snapshot$/, "its body is not what was written"],
  ["history", /^history\.db$/, "history"],
];

describe.each(damages)("a damaged %s", (_what, file, says) => {
  test("a reset to it is refused, and the market stays as it is", async () => {
    const { data, venue } = await venueOnDisk(options);
    const sound = await venue.saveState("sound");
    await venue.saveState("damaged");
    damage(join(data, "states", "damaged"), file);
    const { engine, clock } = venue;
    const refusal = `the state 'damaged' cannot be gone back to, and nothing was changed`;
    await expect(venue.reset({ to: "damaged" })).rejects.toThrow(new RegExp(`^${refusal}: .*${says}`));
    const answer = await control(venue, "reset", { to: "damaged" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(refusal);
    expect(venue.engine).toBe(engine);
    await venue.step(1000);
    expect(venue.clock).toBe(clock);
    await venue.reset({ to: "sound" });
    expect(venue.engine.headSeq).toBe(sound.seq);
    await venue.stop();
    await expect(loadStateOffline(data, "damaged", (why) => expect.unreachable(String(why)))).rejects.toThrow(
      refusal,
    );
    expect((await venueOn(data)).recovery.headSeq).toBe(sound.seq);
  });
});

test("a state whose description is damaged is listed as such, among the others", async () => {
  const { data, venue } = await venueOnDisk(options);
  const one = await venue.saveState("one");
  await venue.saveState("three");
  const two = await venue.saveState("two");
  const path = join(data, "states", "three");
  damage(path, /^state\.json$/);
  const said = `${join(path, "state.json")} is not what was written: delete ${path}, or restore it from a copy`;
  const listed = [one, { name: "three", damage: said }, two];
  expect(await venue.states()).toEqual(listed);
  const list = async () => JSON.parse((await outcry("state", "list", "--data", data, "--json")).stdout);
  expect(await list()).toEqual(listed);
  await venue.stop();
  expect(await list()).toEqual(listed);
});

test("a state that is replaced, killed at each step: the earlier one or the new one is there, whole", async () => {
  const { data, venue } = await venueOnDisk(options);
  const earlier = await venue.saveState("monday");
  await venue.step(1000);
  const images = await imagesOf(data, temporaryDirectory(), () => venue.saveState("monday"));
  const [latest] = (await venue.states()) as readonly SavedState[];
  expect(readdirSync(join(data, "states"))).toEqual(["monday"]);
  await venue.stop();
  const found = new Set<number>();
  for (const image of images) {
    const states = (await statesIn(image)) as readonly SavedState[];
    expect([[earlier], [latest]], image).toContainEqual(states);
    expect(await loadStateOffline(image, "monday", (why) => expect.unreachable(String(why)))).toEqual(
      states[0],
    );
    found.add(states[0]!.seq);
  }
  expect([...found]).toEqual([earlier.seq, latest!.seq]);

  // What a crash left aside is replaced as any other.
  const between = images.find((image) => readdirSync(join(image, "states")).includes(".monday~"))!;
  const again = await venueOn(between);
  const saved = await again.saveState("monday");
  expect(await again.states()).toEqual([saved]);
  expect(readdirSync(join(between, "states"))).toEqual(["monday"]);
});

function damage(directory: string, file: RegExp): void {
  const path = join(directory, readdirSync(directory).find((name) => file.test(name))!);
  const bytes = readFileSync(path);
  bytes[file.test("history.db") ? 3 : bytes.length - 9]! ^= 1;
  writeFileSync(path, bytes);
}

test("a save that meets an error of the disk says which and what to do, and a whole state stays", async () => {
  const { data, venue } = await venueOnDisk(options);
  await venue.saveState("monday");
  const states = join(data, "states");
  const calls = failingCalls();
  onTestFinished(() => calls.end());
  const save = () => control(venue, "states/save", { name: "monday" });
  calls.begin(states);
  expect(await save()).toMatchObject({ status: 200 });
  const made = calls.made;
  calls.end();
  let [earlier] = (await venue.states()) as readonly [SavedState];
  expect(made.length).toBeGreaterThan(10);
  const refused: string[] = [];
  for (const [i, call] of made.entries()) {
    const code = (["EIO", "ENOSPC", "EMFILE"] as const)[i % 3]!;
    calls.begin(states, call, code);
    const { status, text } = await save();
    calls.end();
    if (status === 200) {
      [earlier] = (await venue.states()) as readonly [SavedState]; // only what is tidied up afterwards had failed
      continue;
    }
    refused.push(call);
    expect(status, `${call}: ${text}`).toBe(400);
    const why = call.startsWith("sql") ? "disk I/O error" : code;
    expect(text, call).toMatch(new RegExp(`the state 'monday' was not saved: .*${why}.*(?:: |; )\\w.*`));
    // Only where the new one has its place already, and that might not survive a power cut, it is the new
    // one.
    if (call !== "promised open .") expect(await venue.states(), call).toEqual([earlier]);
    else earlier = ((await venue.states()) as readonly [SavedState])[0];
  }
  expect(refused.length).toBeGreaterThan(8);
  expect((await save()).status).toBe(200);
});
