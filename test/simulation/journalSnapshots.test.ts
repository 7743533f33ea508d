import { expect, onTestFinished, test } from "vitest";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { cutEachStep, failEachStep, flipSnapshotBytes, pieces, randomSnapshot } from "./journalSnapshots.ts";
import { journal } from "./journalUnderTest.ts";

test("a power cut at each step of writing leaves the new snapshot or the one before", async () => {
  for (const count of Object.values(await cutEachStep(journal))) expect(count).toBeGreaterThan(50);
});

test("a failure at each step is told and harms nothing", async () => {
  expect(await failEachStep(journal)).toBeGreaterThan(5);
});

test("every byte of the newest snapshot changed in turn: passed over, never used", async () => {
  const { stackTraceLimit } = Error;
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  Error.stackTraceLimit = 0;
  expect(await flipSnapshotBytes(journal)).toBeGreaterThan(2 * 1024);
});

test("lists newest first, reads as streams and whole, keeps what it is told to keep", async () => {
  const rng = new SeededRng(1);
  const disk = new MemoryDisk();
  const store = new journal.FileSnapshots(disk);
  expect(await store.newest()).toEqual({ snapshot: undefined, passedOver: [] });
  const written = [10, 20, 30, 40].map((seq) => randomSnapshot(rng, seq, seq === 30 ? 0 : 2_500_000));
  for (const { meta, body } of written) await store.write(meta, pieces(body));
  const seqs = async (): Promise<number[]> =>
    (await store.list()).map((entry) => (entry.type === "intact" ? entry.info.seq : -1));
  expect(await seqs()).toEqual([40, 30, 20, 10]);
  const { snapshot } = await store.newest({ atMost: 39 });
  expect(snapshot?.info).toEqual({ ...written[2]!.meta, length: 0 });
  expect((await snapshot!.bytes()).length).toBe(0);
  const sizes: number[] = [];
  for await (const chunk of (await store.read(40)).chunks()) sizes.push(chunk.length);
  expect(sizes).toEqual([1_048_576, 1_048_576, 402_848]);
  await expect(store.read(41)).rejects.toMatchObject({ code: "ENOENT" });
  expect(await store.prune(3)).toEqual([10]);
  expect(await seqs()).toEqual([40, 30, 20]);
});
