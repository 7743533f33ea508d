import { expect, test } from "vitest";
import { DiskError } from "../host/disk.ts";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { FileLog } from "./fileLog.ts";

/** A disk on which no file can be made as long as the process has no descriptor left. */
class CrampedDisk extends MemoryDisk {
  refusals = 0;

  override async create(name: string) {
    if (this.refusals-- > 0) throw new DiskError("EMFILE", `open ${name}`);
    return super.create(name);
  }
}

const frame = (time: number) => ({
  count: 1,
  time,
  digest: new Uint8Array(32),
  payload: new Uint8Array(900).fill(7),
});

async function filling(refusals: number): Promise<number> {
  const disk = new CrampedDisk();
  const log = await FileLog.open(disk, { format: 1, segmentSizes: { bytesMin: 4096, bytesMax: 4096 } });
  const { epoch } = await log.acquire();
  await log.append(epoch, 1, frame(1)); // in a segment of its own
  disk.refusals = refusals;
  for (let seq = 2; seq <= 12; seq++) await log.append(epoch, seq, frame(seq));
  expect(disk.refusals).toBeLessThan(0);
  await log.close();
  return log.head().nextSeq;
}

test("a next segment that could not be prepared for want of descriptors is made when it is needed", async () => {
  expect(await filling(1)).toBe(13);
});

test("and the log stops only if it cannot be made then either", async () => {
  await expect(filling(2)).rejects.toThrow("EMFILE");
});
