import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileLog } from "./fileLog.ts";
import { surveyLog } from "./survey.ts";

const OPTIONS = { format: 7, segmentSizes: { bytesMin: 4096, bytesMax: 4096 } };

/** Twenty frames of one command and one sector each: seven to a segment. */
async function twentyFrames(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const log = await FileLog.open(disk, OPTIONS);
  const { epoch } = await log.acquire();
  for (let seq = 1; seq <= 20; seq++) {
    const payload = new Uint8Array(100).fill(seq);
    await log.append(epoch, seq, { count: 1, time: 1000 + seq, digest: new Uint8Array(32), payload });
  }
  await log.close();
  return disk;
}

test("reports segments, frames, times and progress", async () => {
  const progress: string[] = [];
  const report = await surveyLog(await twentyFrames(), {
    onProgress: (done, total) => progress.push(`${done}/${total}`),
  });
  expect(report).toMatchObject({ frames: 20, commands: 20, damage: [], tornTail: undefined });
  expect(report.head).toMatchObject({ firstSeq: 1, nextSeq: 21, epoch: 1, time: 1020 });
  expect(report.segments[1]).toEqual({
    name: "0000000000000008.segment",
    format: 7,
    firstSeq: 8,
    nextSeq: 15,
    frames: 7,
    bytes: 4096,
    usedBytes: 4096,
    timeMin: 1008,
    timeMax: 1014,
  });
  expect(progress).toEqual(["4096/12288", "8192/12288", "12288/12288"]);
});

test("lists every damaged place, and refuses to open with the first, the remedy, and no byte changed", async () => {
  const disk = await twentyFrames();
  disk.image().get("0000000000000001.segment")![512 + 200]! ^= 1;
  disk.image().get("0000000000000008.segment")![1024 + 3 * 512 + 150]! ^= 1;
  const before = [...disk.image()].map(([name, bytes]) => [name, bytes.slice()]);
  const { damage, frames } = await surveyLog(disk);
  expect(damage).toEqual([
    {
      name: "0000000000000001.segment",
      offset: 512,
      why: "the bytes there are not a frame",
      nextGood: { name: "0000000000000001.segment", offset: 1024, seq: 2 },
    },
    {
      name: "0000000000000008.segment",
      offset: 2560,
      why: "the bytes there are not a frame",
      nextGood: { name: "0000000000000008.segment", offset: 3072, seq: 13 },
    },
  ]);
  expect(frames).toBe(18);
  await expect(FileLog.open(disk, OPTIONS)).rejects.toMatchObject({
    reason: "damaged",
    message: expect.stringMatching(
      /0000000000000001\.segment at byte 512: .* next good frame is command 2 at byte 1024 \(and 1 more\).*outcry journal verify/,
    ),
  });
  expect([...disk.image()]).toEqual(before);
  expect((await FileLog.open(disk, { ...OPTIONS, from: 15 })).head().nextSeq).toBe(21);
});

test("a log that is written while it is read is not damaged", async () => {
  const disk = new MemoryDisk();
  const mib = 1024 * 1024;
  const log = await FileLog.open(disk, { format: 7, segmentSizes: { bytesMin: 4 * mib, bytesMax: 4 * mib } });
  const { epoch } = await log.acquire();
  for (let seq = 1; seq <= 14; seq++) {
    const payload = new Uint8Array(mib / 4 - 1024).fill(seq);
    await log.append(epoch, seq, { count: 1, time: 1000 + seq, digest: new Uint8Array(32), payload });
  }
  await log.close();
  for (let readBytes = 100_000; readBytes < 3 * mib; readBytes += 100_000) {
    const { damage, head } = await surveyLog(writtenMeanwhile(disk, readBytes));
    expect({ readBytes, damage }).toEqual({ readBytes, damage: [] });
    expect(head.nextSeq).toBeGreaterThan(1);
  }
});

/** A disk whose files hold zeros behind what was written by now: with each read, so many bytes more. */
function writtenMeanwhile(disk: MemoryDisk, readBytes: number): MemoryDisk {
  const open: MemoryDisk["open"] = async (name, access) => {
    const file = await disk.open(name, access);
    let written = 300_000;
    const read: typeof file.read = async (into, position) => {
      const count = await file.read(into, position);
      into.fill(0, Math.max(0, Math.min(written - position, count)), count);
      written += readBytes;
      return count;
    };
    return Object.assign(Object.create(file), { read, size: () => file.size(), close: () => file.close() });
  };
  return Object.assign(Object.create(disk), { open, list: () => disk.list() });
}

async function read(log: FileLog, from: number): Promise<number[]> {
  const seqs: number[] = [];
  for await (const { firstSeq } of log.read(from)) seqs.push(firstSeq);
  return seqs;
}

test("frames are read back by checksum and number, and by their chain too where opening did not read them", async () => {
  const disk = await twentyFrames();
  const whole = await FileLog.open(disk, OPTIONS);
  const tail = await FileLog.open(disk, { ...OPTIONS, from: 15 });
  expect(await read(whole, 1)).toHaveLength(20);
  expect(await read(tail, 1)).toHaveLength(20);

  const frame = disk.image().get("0000000000000001.segment")!.subarray(1024, 1536);
  frame[24]! ^= 1; // of the hash of the frame before, under a checksum that fits
  new DataView(frame.buffer, frame.byteOffset).setUint32(
    4,
    crc32(frame.subarray(8), crc32(frame.subarray(0, 4))),
    true,
  );
  expect(await read(whole, 1)).toHaveLength(20);
  await expect(read(tail, 1)).rejects.toMatchObject({
    reason: "damaged",
    message: expect.stringContaining("0000000000000001.segment at byte 1024"),
  });

  frame[200]! ^= 1;
  await expect(read(whole, 1)).rejects.toMatchObject({ reason: "damaged" });
  expect(await read(whole, 8)).toHaveLength(13);
});
