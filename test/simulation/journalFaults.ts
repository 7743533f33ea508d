import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { DiskFault, DiskOperation } from "../host/faultyDisk.ts";
import { FaultyDisk, LOSES_ALL, seededPowerCut } from "../host/faultyDisk.ts";
import { randomFrame } from "./journalFrames.ts";
import type { JournalUnderTest } from "./journalUnderTest.ts";
import { ensure, reasonOf } from "./journalUnderTest.ts";

const OPTIONS = { format: 1, segmentSizes: { bytesMin: 2048, bytesMax: 8192 } };

type Fault = (operation: DiskOperation) => DiskFault | undefined;
type Run = {
  readonly operations: readonly DiskOperation[];
  /** The last command acknowledged. */
  readonly acknowledgedSeq: number;
  /** Why the run ended early; `undefined` when it did not. */
  readonly ended: unknown;
  /** Whether the log took a frame after a failure. */
  readonly acceptedLater: boolean;
  readonly afterPowerCut: DiskImage;
  readonly image: DiskImage;
  /** As the process left it, with all that the operating system remembers. */
  readonly disk: FaultyDisk;
};

/** Twelve frames, a trim and a close over a disk with the faults of a script. */
async function faultyRun({ FileLog }: JournalUnderTest, image: DiskImage, fault: Fault): Promise<Run> {
  const operations: DiskOperation[] = [];
  const disk = new FaultyDisk({
    image,
    fault: (operation) => {
      operations.push(operation);
      return fault(operation);
    },
  });
  const rng = new SeededRng(11);
  let acknowledgedSeq = 0;
  let ended: unknown;
  let acceptedLater = false;
  try {
    const log = await FileLog.open(disk, OPTIONS);
    acknowledgedSeq = log.head().nextSeq - 1;
    const { epoch } = await log.acquire();
    for (let frame = 0; frame < 12; frame++) {
      const input = randomFrame(rng, 1500);
      const seq = log.head().nextSeq;
      try {
        if (frame === 9) await log.trim(Math.floor(seq / 2));
        await log.append(epoch, seq, input);
        if (ended !== undefined) acceptedLater = true;
        acknowledgedSeq = seq + input.count - 1;
      } catch (error) {
        ended ??= error;
      }
    }
    await log.close();
  } catch (error) {
    ended ??= error;
  }
  const afterPowerCut = disk.afterPowerCut(seededPowerCut(rng));
  return { operations, acknowledgedSeq, ended, acceptedLater, afterPowerCut, image: disk.image(), disk };
}

/** What a log recovers from an image to: its next sequence number, or why it refuses. */
async function recovered(
  { FileLog }: JournalUnderTest,
  image: DiskImage,
  known = 0,
): Promise<number | string> {
  try {
    const log = await FileLog.open(new MemoryDisk(image), { ...OPTIONS, knownDurableSeq: known });
    for await (const _frame of log.read(log.head().firstSeq)); // every frame is verified on the way
    return log.head().nextSeq;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * The next life of a run whose power stayed on: what it finds may be in the operating system's memory alone.
 * It appends, trims and appends, and then the power goes.
 *
 * @param known how far the log is known to have been acknowledged
 */
async function nextLife(
  { FileLog }: JournalUnderTest,
  disk: FaultyDisk,
  known: number,
): Promise<{ readonly acknowledgedSeq: number; readonly afterPowerCut: DiskImage }> {
  const rng = new SeededRng(12);
  const log = await FileLog.open(disk, { ...OPTIONS, knownDurableSeq: known });
  const { epoch } = await log.acquire();
  for (const trims of [true, false]) {
    await log.append(epoch, log.head().nextSeq, randomFrame(rng, 1500));
    if (trims) await log.trim(log.head().nextSeq >> 1);
  }
  await log.close();
  return { acknowledgedSeq: log.head().nextSeq - 1, afterPowerCut: disk.afterPowerCut(LOSES_ALL) };
}

/** A small log that ends in a torn tail, so that opening it has to write. */
async function tornImage(journal: JournalUnderTest): Promise<DiskImage> {
  const { image } = await faultyRun(journal, new Map(), () => undefined);
  const torn = new Map([...image].map(([name, bytes]) => [name, bytes.slice()]));
  const newest = [...torn.keys()]
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1)!;
  const bytes = torn.get(newest)!;
  let end = bytes.length;
  while (bytes[end - 1] === 0) end--;
  const start = Math.ceil(end / 512) * 512;
  ensure(start < bytes.length, () => "the newest segment must have room for a torn tail");
  bytes.fill(0xab, start, start + 20);
  return torn;
}

/**
 * Fails each operation of a run in turn, with each error and with parts of a write done: the log must say
 * `failed` (or refuse to open), never take another frame, and lose nothing acknowledged, power cut or not;
 * nor does the life that goes on where this one ended lose anything.
 *
 * @returns how many faults stopped the log while it was opened, and while it was written
 */
export async function failEachOperation(
  journal: JournalUnderTest,
): Promise<{ opening: number; writing: number; harmless: number }> {
  const counts = { opening: 0, writing: 0, harmless: 0 };
  for (const image of [new Map<string, Uint8Array>(), await tornImage(journal)]) {
    const clean = await faultyRun(journal, image, () => undefined);
    ensure(clean.ended === undefined, () => `the run without faults ended: ${String(clean.ended)}`);
    for (const { index, kind, name, bytes } of clean.operations) {
      for (const code of ["EIO", "ENOSPC"] as const) {
        for (const applied of kind === "write" ? [0, bytes >> 1, bytes] : [0]) {
          const fail = (): Promise<Run> =>
            faultyRun(journal, image, (operation) =>
              operation.index === index ? { type: "error", code, applied } : undefined,
            );
          const run = await fail();
          const what = `${code} at operation ${index} (${kind} ${name}, ${applied} bytes done)`;
          ensure(!run.acceptedLater, () => `${what}: a later append was acknowledged`);
          if (run.ended === undefined) counts.harmless++;
          else if (run.ended instanceof Error && run.ended.name === "DiskError") counts.opening++;
          else {
            ensure(reasonOf(run.ended) === "failed", () => `${what}: ${String(run.ended)}`);
            counts.writing++;
          }
          for (const survivor of [run.afterPowerCut, run.image]) {
            const nextSeq = await recovered(journal, survivor);
            const holds = typeof nextSeq === "number" && nextSeq > run.acknowledgedSeq;
            ensure(holds, () => `${what}: up to ${run.acknowledgedSeq} acknowledged, recovered: ${nextSeq}`);
          }
          for (const { disk, acknowledgedSeq: acknowledged } of [run, await fail()]) {
            const known = disk === run.disk ? 0 : acknowledged;
            const later = await nextLife(journal, disk, known);
            const nextSeq = await recovered(journal, later.afterPowerCut);
            ensure(
              nextSeq === later.acknowledgedSeq + 1,
              () =>
                `${what}: the next life acknowledged up to ${later.acknowledgedSeq}, recovered: ${nextSeq}`,
            );
          }
        }
      }
    }
  }
  return counts;
}

/** Takes a few bytes at a time of each read and write in turn, and of all of them: nothing must show. */
export async function shortenEachTransfer(journal: JournalUnderTest): Promise<number> {
  const image = await tornImage(journal);
  const clean = await faultyRun(journal, image, () => undefined);
  const transfers = clean.operations.filter(
    ({ kind, bytes }) => (kind === "write" || kind === "read") && bytes > 1,
  );
  const scripts: Fault[] = transfers.map(
    ({ index, bytes }) =>
      (operation) =>
        operation.index === index ? { type: "short", bytes: bytes >> 1 } : undefined,
  );
  scripts.push(({ kind, bytes }) =>
    kind === "write" || kind === "read" ? { type: "short", bytes: Math.ceil(bytes / 3) } : undefined,
  );
  for (const [index, script] of scripts.entries()) {
    const run = await faultyRun(journal, image, script);
    const what = (): string => `short transfer ${index} of ${scripts.length}: ${String(run.ended)}`;
    ensure(run.ended === undefined && run.acknowledgedSeq === clean.acknowledgedSeq, what);
    for (const survivor of [run.afterPowerCut, run.image]) {
      ensure((await recovered(journal, survivor)) === clean.acknowledgedSeq + 1, what);
    }
  }
  return scripts.length;
}

/**
 * Writes that say they went well and reached nothing, or another place: found when the log is opened next.
 * Only one that hides the last frames looks like a torn tail, and what the read model knows tells it apart.
 */
export async function betrayEachWrite(
  journal: JournalUnderTest,
): Promise<{ refused: number; behind: number; harmless: number }> {
  const counts = { refused: 0, behind: 0, harmless: 0 };
  const clean = await faultyRun(journal, new Map(), () => undefined);
  const writes = clean.operations.filter(({ kind }) => kind === "write");
  for (const { index, name } of writes) {
    for (const fault of [
      { type: "lost" },
      { type: "misdirected", position: 0 },
      { type: "misdirected", position: 512 },
      { type: "misdirected", position: 1536 },
    ] as const) {
      const run = await faultyRun(journal, new Map(), (operation) =>
        operation.index === index ? fault : undefined,
      );
      if (run.ended !== undefined) throw run.ended;
      const known = clean.acknowledgedSeq;
      const outcome = await recovered(journal, run.image, known);
      if (outcome === "damaged") counts.refused++;
      else if (outcome === "behind") counts.behind++;
      else {
        // Misdirected to where it belonged, or a segment that was trimmed away since.
        ensure(outcome === known + 1, () => `${fault.type} write ${index} to ${name}: recovered ${outcome}`);
        counts.harmless++;
      }
    }
  }
  return counts;
}
