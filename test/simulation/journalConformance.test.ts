import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { ClusterLog } from "../../src/kernel/journal/clusterLog.ts";
import type { CommandLog, FrameInput } from "../../src/kernel/journal/commandLog.ts";
import { FRAME_PAYLOAD_MAX_BYTES } from "../../src/kernel/journal/commandLog.ts";
import { copyLog } from "../../src/kernel/journal/copyLog.ts";
import { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { MemoryLogStore } from "../journal/memoryLogStore.ts";
import { isMissing, openLog, usingDatabase, usingPostgres } from "../journal/postgres.ts";
import { frameText, randomFrame, readAll } from "./journalFrames.ts";
import { SqliteLog } from "./sqliteLog.ts";

/** Opens the same log again and again: each call is a new life over what the last one left. */
type Lives = { open(): Promise<CommandLog>; end(): void | Promise<void> };

const database = isMissing ? undefined! : usingDatabase(usingPostgres());
const SEEDS = process.env.OUTCRY_LONG === undefined ? 5 : 100;
const segmentSizes = { bytesMin: 8 * 1024, bytesMax: 32 * 1024 };
const IMPLEMENTATIONS: Record<string, () => Lives | Promise<Lives>> = {
  "FileLog in memory": () => {
    const disk = new MemoryDisk();
    return { open: () => FileLog.open(disk, { format: 1, segmentSizes }), end: () => {} };
  },
  "FileLog on a real disk": () => {
    const directory = mkdtempSync(join(tmpdir(), "journal-"));
    const open = async (): Promise<CommandLog> =>
      FileLog.open(await NodeDisk.open(directory), { format: 1, segmentSizes });
    return { open, end: () => rmSync(directory, { recursive: true }) };
  },
  SqliteLog: () => {
    const directory = mkdtempSync(join(tmpdir(), "journal-"));
    const open = async (): Promise<CommandLog> => new SqliteLog(join(directory, "log.db"));
    return { open, end: () => rmSync(directory, { recursive: true }) };
  },
  "FencedLog in memory": () => {
    const store = new MemoryLogStore({ clock: new SimulatedClock({ seed: 1 }), format: 1 });
    return { open: () => store.open("node"), end: () => {} };
  },
  ...(isMissing ? {} : { "FencedLog in PostgreSQL": inPostgres }),
};

async function inPostgres(): Promise<Lives> {
  const url = await database();
  return { open: () => openLog(url), end: () => {} };
}

/** Takes a log as its next writer: one that nodes share, with the lease that makes it so. */
async function acquire(log: CommandLog | ClusterLog) {
  if ("lease" in log) {
    const { epoch } = await log.lease.look();
    await log.lease.release(epoch);
    await log.lease.take({ node: `after ${epoch}`, address: "127.0.0.1:1" }, 60_000);
  }
  return log.acquire();
}

const refusal = (reason: string) => expect.objectContaining({ name: "LogError", reason });

async function appendAll(log: CommandLog, epoch: number, frames: readonly FrameInput[]): Promise<void> {
  for (const frame of frames) await log.append(epoch, log.head().nextSeq, frame);
}

describe.each(Object.entries(IMPLEMENTATIONS))("%s", (_name, make) => {
  const rng = new SeededRng(1);
  const frames = Array.from({ length: 120 }, () => randomFrame(rng, 1500));
  let lives: Lives | undefined;
  afterEach(() => lives?.end());
  const begin = async (): Promise<CommandLog> => {
    lives = await make();
    return lives.open();
  };

  test("an empty log begins with command 1", async () => {
    const log = await begin();
    expect(log.head()).toMatchObject({ firstSeq: 1, nextSeq: 1, epoch: 0, time: 0 });
    expect(await readAll(log, 1)).toEqual([]);
    await log.close();
  });

  test("returns what was appended, in this life and the next", async () => {
    const log = await begin();
    const { epoch, head } = await acquire(log);
    expect(epoch).toBe(1);
    expect(head.nextSeq).toBe(1);
    await appendAll(log, epoch, frames);
    const total = frames.reduce((sum, frame) => sum + frame.count, 0);
    expect(log.head()).toMatchObject({
      firstSeq: 1,
      nextSeq: total + 1,
      epoch: 1,
      time: frames.at(-1)!.time,
    });
    const before = log.head();
    expect((await readAll(log, 1)).map(frameText)).toEqual(frames.map(frameText));
    await log.close();

    const next = await lives!.open();
    expect(next.head()).toEqual(before);
    const read = await readAll(next, 1);
    expect(read.map(frameText)).toEqual(frames.map(frameText));
    expect(read.map((frame) => frame.epoch)).toEqual(frames.map(() => 1));
    let seq = 1;
    for (const frame of read) {
      expect(frame.firstSeq).toBe(seq);
      seq += frame.count;
    }
    await next.close();
  });

  test("reads from the frame that holds a command, and only up to the head of the call", async () => {
    const log = await begin();
    const { epoch } = await acquire(log);
    await appendAll(log, epoch, [
      { ...frames[0]!, count: 4 },
      { ...frames[1]!, count: 1 },
    ]);
    const reader = log.read(4)[Symbol.asyncIterator]();
    expect((await reader.next()).value).toMatchObject({ firstSeq: 1, count: 4 });
    await log.append(epoch, 6, frames[2]!);
    expect((await reader.next()).value).toMatchObject({ firstSeq: 5, count: 1 });
    expect((await reader.next()).done).toBe(true);
    expect((await readAll(log, 5)).map((frame) => frame.firstSeq)).toEqual([5, 6]);
    expect(await readAll(log, log.head().nextSeq)).toEqual([]);
    await log.close();
  });

  test("an older epoch, or none, is fenced", async () => {
    const log = await begin();
    await expect(log.append(1, 1, frames[0]!)).rejects.toEqual(refusal("fenced"));
    const first = await acquire(log);
    await log.append(first.epoch, 1, { ...frames[0]!, count: 1 });
    const second = await acquire(log);
    expect(second.epoch).toBeGreaterThan(first.epoch);
    await expect(log.append(first.epoch, 2, frames[1]!)).rejects.toEqual(refusal("fenced"));
    await log.append(second.epoch, 2, { ...frames[1]!, count: 1 });
    await log.close();
    const next = await lives!.open();
    expect((await acquire(next)).epoch).toBeGreaterThan(second.epoch);
    await expect(next.append(second.epoch, 3, frames[2]!)).rejects.toEqual(refusal("fenced"));
    await next.close();
  });

  test("refuses gaps, repeats, two appends at once and frames no reader could take, and stays usable", async () => {
    const log = await begin();
    const { epoch } = await acquire(log);
    const frame = { ...frames[0]!, count: 2 };
    await expect(log.append(epoch, 2, frame)).rejects.toEqual(refusal("outOfOrder"));
    const underWay = log.append(epoch, 1, frame);
    await expect(log.append(epoch, 3, frame)).rejects.toEqual(refusal("busy"));
    await underWay;
    await expect(log.append(epoch, 1, frame)).rejects.toEqual(refusal("outOfOrder"));
    for (const bad of [
      { count: 0 },
      { count: 1.5 },
      { count: 2 ** 32 },
      { time: -1 },
      { time: 0.5 },
      { digest: new Uint8Array(31) },
      { payload: new Uint8Array(0) },
      { payload: new Uint8Array(FRAME_PAYLOAD_MAX_BYTES + 1) },
    ]) {
      await expect(log.append(epoch, 3, { ...frame, ...bad })).rejects.toEqual(refusal("frameInvalid"));
    }
    await log.append(epoch, 3, frame);
    expect((await readAll(log, 1)).map((read) => read.firstSeq)).toEqual([1, 3]);
    await log.close();
  });

  test("takes the largest frame, and small ones after it", async () => {
    const log = await begin();
    const { epoch } = await acquire(log);
    const large = { ...frames[0]!, payload: new Uint8Array(FRAME_PAYLOAD_MAX_BYTES).fill(7) };
    await appendAll(log, epoch, [frames[1]!, large, frames[2]!]);
    await log.close();
    const next = await lives!.open();
    const read = await readAll(next, 1);
    expect(read.map((frame) => frame.payload.length)).toEqual(
      [frames[1]!, large, frames[2]!].map((frame) => frame.payload.length),
    );
    expect(frameText(read[2]!)).toBe(frameText(frames[2]!));
    await next.close();
  });

  test("trims whole units, never the command asked to stay, and says so to late readers", async () => {
    const log = await begin();
    const { epoch } = await acquire(log);
    await appendAll(log, epoch, frames);
    const { nextSeq } = log.head();
    const before = Math.floor(nextSeq / 2);
    await log.trim(before);
    const { firstSeq } = log.head();
    expect(firstSeq).toBeGreaterThan(1);
    expect(firstSeq).toBeLessThanOrEqual(before);
    const kept = await readAll(log, before);
    expect(kept[0]!.firstSeq).toBeLessThanOrEqual(before);
    expect(kept.map(frameText)).toEqual(frames.map(frameText).slice(-kept.length));
    await expect(readAll(log, 1)).rejects.toEqual(refusal("trimmed"));
    await log.append(epoch, nextSeq, frames[0]!);
    await log.close();
    const next = await lives!.open();
    expect(next.head()).toMatchObject({ firstSeq, nextSeq: nextSeq + frames[0]!.count });
    await next.close();
  });

  test("becomes a journal of files, and a log that nodes share, byte for byte", async () => {
    const log = await begin();
    const { epoch } = await acquire(log);
    await appendAll(log, epoch, frames);
    await log.trim(Math.floor(log.head().nextSeq / 2));
    const [head, { firstSeq }] = [log.head(), log.head()];
    const kept = (await readAll(log, firstSeq)).map(frameText);

    const disk = new MemoryDisk();
    expect(await copyLog(log, disk, 1, () => {})).toEqual(head);
    const journal = await FileLog.open(disk, { format: 1 });
    expect(journal.head()).toEqual(head);
    expect((await readAll(journal, firstSeq)).map(frameText)).toEqual(kept);

    const store = new MemoryLogStore({ clock: new SimulatedClock({ seed: 1 }), format: 1 });
    const shared = await store.open("node");
    await shared.adopt(journal, () => {});
    expect(shared.head()).toEqual(head);
    expect((await readAll(shared, firstSeq)).map(frameText)).toEqual(kept);
    expect(await shared.survey(() => {})).toMatchObject({ frames: kept.length, damage: [] });
    await shared.adopt(journal, () => {}); // goes on where it ended
    expect(shared.head()).toEqual(head);
    const other = {
      head: () => ({ ...head, hash: new Uint8Array(32) }),
      read: (from: number) => journal.read(from),
    };
    await expect(shared.adopt(other, () => {})).rejects.toEqual(refusal("busy"));
    // Nobody leads until whoever copied says that everything is there.
    expect(await shared.lease.take({ node: "a", address: "127.0.0.1:1" }, 1_000)).toMatchObject({
      epoch: head.epoch,
    });
    expect((await acquire(shared)).epoch).toBe(head.epoch + 1);
    await shared.append(head.epoch + 1, head.nextSeq, frames[0]!);
    await expect(shared.adopt(journal, () => {})).rejects.toEqual(refusal("busy"));
    for (const each of [log, journal, shared]) await each.close();
  });

  test("refuses everything once closed", async () => {
    const log = await begin();
    const { epoch } = await acquire(log);
    const last = log.append(epoch, 1, { ...frames[0]!, count: 1 });
    await Promise.all([last, log.close()]);
    await expect(log.append(epoch, 2, frames[1]!)).rejects.toEqual(refusal("closed"));
    await expect(acquire(log)).rejects.toEqual(refusal("closed"));
    await expect(readAll(log, 1)).rejects.toEqual(refusal("closed"));
    await expect(log.trim(1)).rejects.toEqual(refusal("closed"));
    await log.close();
    const next = await lives!.open();
    expect(next.head().nextSeq).toBe(2);
    await next.close();
  });
});

test("all implementations store the same frames and end with the same head", async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const heads: unknown[] = [];
    for (const make of Object.values(IMPLEMENTATIONS)) {
      const rng = new SeededRng(seed);
      const lives = await make();
      for (let life = 0; life < 3; life++) {
        const log = await lives.open();
        const { epoch } = await acquire(log);
        await appendAll(
          log,
          epoch,
          Array.from({ length: 1 + rng.below(9) }, () => randomFrame(rng, 2000)),
        );
        heads.push([
          log.head(),
          (await readAll(log, 1)).map((frame) => [frame.firstSeq, frame.previousHash]),
        ]);
        await log.close();
      }
      await lives.end();
    }
    for (let i = 3; i < heads.length; i += 3) expect(heads.slice(i, i + 3)).toEqual(heads.slice(0, 3));
  }
});
