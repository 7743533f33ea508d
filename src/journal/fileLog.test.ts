import { expect, test } from "vitest";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileLog } from "./fileLog.ts";

test("the segment to look in for a command or a market time", async () => {
  const segmentSizes = { bytesMin: 4096, bytesMax: 4096 };
  const log = await FileLog.open(new MemoryDisk(), { format: 1, segmentSizes });
  const anything = { seq: Number.MAX_SAFE_INTEGER, time: Number.MAX_SAFE_INTEGER };
  const { epoch } = await log.acquire();
  for (let seq = 1; seq <= 20; seq++) {
    const digest = new Uint8Array(32);
    await log.append(epoch, seq, { count: 1, time: 100 * seq, digest, payload: new Uint8Array(900) });
  }
  const begins = [];
  for (let seq = 20; seq > 0; ) {
    const first = await log.segmentOf({ ...anything, seq });
    begins.unshift(first!);
    seq = first! - 1;
  }
  expect(begins[0]).toBe(1);
  expect(begins.length).toBeGreaterThan(3);
  for (const [i, first] of begins.entries()) {
    const next = begins[i + 1];
    expect(await log.segmentOf({ ...anything, seq: (next ?? 21) - 1 })).toBe(first);
    // A segment's header tells when the frame before it was: until then only earlier segments hold anything.
    expect(await log.segmentOf({ ...anything, time: 100 * first })).toBe(first);
    expect(await log.segmentOf({ ...anything, time: 100 * (first - 1) - 1 })).toBe(begins[i - 1]);
  }
  expect(await log.segmentOf({ seq: 3, time: 99_999 })).toBe(1);
});
