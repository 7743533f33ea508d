import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { SnapshotMeta } from "../../src/kernel/journal/snapshotStore.ts";
import type { DiskFault } from "../host/faultyDisk.ts";
import { FaultyDisk, LOSES_ALL, seededPowerCut } from "../host/faultyDisk.ts";
import type { JournalUnderTest } from "./journalUnderTest.ts";
import { ensure, reasonOf } from "./journalUnderTest.ts";

type Written = { readonly meta: SnapshotMeta; readonly body: Uint8Array };

export function randomSnapshot(rng: SeededRng, seq: number, bytes: number): Written {
  return {
    meta: { seq, format: 1, time: 1_767_225_600_000 + seq, digest: rng.bytes(32), work: 2 * seq },
    body: rng.bytes(bytes),
  };
}

/** Pieces of uneven sizes, in a buffer that is used again, as a snapshot's writer hands them over. */
export function* pieces(body: Uint8Array): Generator<Uint8Array> {
  const buffer = new Uint8Array(700);
  for (let start = 0, size = 1; start < body.length; start += size, size = (size * 7 + 3) % buffer.length) {
    size = Math.min(size, body.length - start);
    buffer.set(body.subarray(start, start + size));
    yield buffer.subarray(0, size);
    buffer.fill(0);
  }
}

/** The sequence number of the newest snapshot, all of it compared with what was written. */
async function newest({ FileSnapshots }: JournalUnderTest, image: DiskImage, written: readonly Written[]) {
  const { snapshot, passedOver } = await new FileSnapshots(new MemoryDisk(image)).newest();
  if (snapshot === undefined) return { seq: 0, passedOver };
  const { info } = snapshot;
  const expected = written.find(({ meta }) => meta.seq === info.seq);
  ensure(
    expected !== undefined &&
      info.time === expected.meta.time &&
      info.format === expected.meta.format &&
      Buffer.compare(info.digest, expected.meta.digest) === 0 &&
      Buffer.compare(await snapshot.bytes(), expected.body) === 0,
    () => `snapshot ${info.seq} is not what was written`,
  );
  return { seq: info.seq, passedOver };
}

const IS_LONG = process.env.OUTCRY_LONG !== undefined;

/**
 * Cuts the power at every moment of writing a third snapshot and pruning the first, in many ways each: the
 * newest is the third once it was acknowledged, the second or third before, and never a damaged one.
 */
export async function cutEachStep(
  journal: JournalUnderTest,
): Promise<{ before: number; after: number; early: number }> {
  const counts = { before: 0, after: 0, early: 0 };
  for (let seed = 1; seed <= (IS_LONG ? 1_000 : 20); seed++) {
    const rng = new SeededRng(seed);
    const written = [1, 2, 3].map((n) => randomSnapshot(rng, 100 * n, 3000));
    const moments: { image: DiskImage; acknowledged: number; durable: boolean }[] = [];
    let acknowledged = 0;
    const observe = (): void => {
      moments.push({ image: disk.afterPowerCut(seededPowerCut(rng)), acknowledged, durable: true });
    };
    const disk: FaultyDisk = new FaultyDisk({ observe });
    const store = new journal.FileSnapshots(disk);
    for (const { meta, body } of written) {
      await store.write(meta, pieces(body));
      acknowledged = meta.seq;
      observe();
    }
    await store.prune(2);
    observe();
    for (const [index, moment] of moments.entries()) {
      const { seq, passedOver } = await newest(journal, moment.image, written);
      const what = (): string =>
        `seed ${seed}, moment ${index}: ${moment.acknowledged} acknowledged, newest ${seq}`;
      ensure(seq >= moment.acknowledged && passedOver.length === 0, what);
      if (moment.acknowledged === 300) counts.after++;
      else if (seq > moment.acknowledged) counts.early++;
      else counts.before++;
    }
  }
  return counts;
}

/** Fails each operation of writing a snapshot: `failed`, and the one before is still there and whole. */
export async function failEachStep(journal: JournalUnderTest): Promise<number> {
  const rng = new SeededRng(5);
  const written = [randomSnapshot(rng, 100, 3000), randomSnapshot(rng, 200, 3000)];
  const healthy = new MemoryDisk();
  await new journal.FileSnapshots(healthy).write(written[0]!.meta, written[0]!.body);
  for (let index = 0; ; index++) {
    const fault: DiskFault = { type: "error", code: index % 2 === 0 ? "EIO" : "ENOSPC" };
    const disk = new FaultyDisk({
      image: healthy.image(),
      fault: (operation) => (operation.index === index ? fault : undefined),
    });
    const store = new journal.FileSnapshots(disk);
    try {
      await store.write(written[1]!.meta, pieces(written[1]!.body));
      ensure(
        disk.operations <= index,
        () => `a snapshot was acknowledged although operation ${index} failed`,
      );
      return index;
    } catch (error) {
      ensure(reasonOf(error) === "failed", () => `operation ${index}: ${String(error)}`);
    }
    for (const image of [disk.image(), disk.afterPowerCut(seededPowerCut(rng))]) {
      const { seq, passedOver } = await newest(journal, image, written);
      ensure(seq >= 100 && passedOver.length === 0, () => `operation ${index} failed: newest is ${seq}`);
    }
    await store.write(written[1]!.meta, pieces(written[1]!.body)); // a snapshot may be tried again, from the start
    for (const image of [disk.image(), disk.afterPowerCut(LOSES_ALL)])
      ensure((await newest(journal, image, written)).seq === 200, () => `no second try after ${index}`);
  }
}

/**
 * Changes every byte of the newest snapshot in turn: it is passed over and named, and the one before is
 * taken.
 */
export async function flipSnapshotBytes(journal: JournalUnderTest): Promise<number> {
  const bytes = IS_LONG ? 256 * 1024 : 2 * 1024;
  const rng = new SeededRng(6);
  const written = [randomSnapshot(rng, 100, 50), randomSnapshot(rng, 200, bytes)];
  const disk = new MemoryDisk();
  const store = new journal.FileSnapshots(disk);
  for (const { meta, body } of written) await store.write(meta, body);
  const [older, newer] = [...disk.image().keys()].sort() as [string, string];
  const original = disk.image().get(newer)!;
  for (let offset = 0; offset < original.length; offset++) {
    const changed = original.slice();
    changed[offset]! ^= 1 + rng.below(255);
    const image = new Map([
      [older, disk.image().get(older)!],
      [newer, changed],
    ]);
    const { seq, passedOver } = await newest(journal, image, written);
    const told = passedOver.length === 1 && passedOver[0]!.name === newer;
    ensure(
      seq === 100 && told,
      () => `byte ${offset} changed: newest is ${seq}, passed over ${passedOver.length}`,
    );
  }
  ensure(original.length === bytes + 512, () => `a snapshot of ${bytes} bytes takes ${original.length}`);
  return original.length;
}
