import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { FrameInput } from "../../src/kernel/journal/commandLog.ts";
import { encodeOrigin, ORIGIN_NAME } from "../../src/kernel/journal/origin.ts";
import { frameText, randomFrame } from "./journalFrames.ts";
import type { JournalUnderTest } from "./journalUnderTest.ts";
import { ensure, reasonOf, journal as sound } from "./journalUnderTest.ts";

/**
 * How much longer than it must be a journal is whose every byte is damaged. What a damage does depends on
 * where it is: header, payload or padding of a frame that is first, last or between in its segment, the
 * segment's own header, the zeros behind. A few segments have all of these.
 */
export const TIMES = process.env.OUTCRY_LONG === undefined ? 1 : 16;

/** A log as it lies on a healthy disk, and what it holds. */
interface ReferenceRun {
  readonly image: DiskImage;
  /** File names, oldest segment first. */
  readonly segments: readonly string[];
  readonly frames: readonly (FrameInput & StoredPlace)[];
  readonly nextSeq: number;
}
interface StoredPlace {
  readonly firstSeq: number;
  readonly segment: number;
  /** Where the frame's sectors are in its segment, and where its last byte that is not zero ends. */
  readonly start: number;
  readonly end: number;
  readonly lastWritten: number;
}

const SECTOR = 512;
const HEADER = 104;
/** Sizes of one or more segments, and frames of at most so many payload bytes. */
interface RunShape {
  readonly seed: number;
  readonly segmentBytes: number;
  readonly payloadBytesMax: number;
  /** Stops before the log would be longer than this. */
  readonly totalBytes?: number;
  readonly frames?: number;
  /** Commands in every frame; random when not given. */
  readonly count?: number;
}

async function referenceRun(shape: RunShape): Promise<ReferenceRun> {
  const { FileLog } = sound;
  const rng = new SeededRng(shape.seed);
  const disk = new MemoryDisk();
  const segmentSizes = { bytesMin: shape.segmentBytes, bytesMax: shape.segmentBytes };
  const log = await FileLog.open(disk, { format: 1, segmentSizes });
  const { epoch } = await log.acquire();
  const frames: (FrameInput & StoredPlace)[] = [];
  let segment = 0;
  let end = SECTOR;
  for (let count = 0; count < (shape.frames ?? Number.POSITIVE_INFINITY); count++) {
    const drawn = randomFrame(rng, shape.payloadBytesMax);
    const frame = { ...drawn, count: shape.count ?? drawn.count };
    frame.payload[frame.payload.length - 1] = 0xff; // so that the last written byte is where the length says
    const stored = Math.ceil((HEADER + frame.payload.length) / SECTOR) * SECTOR;
    if (end + stored > shape.segmentBytes) {
      segment++;
      end = SECTOR;
    }
    if (shape.totalBytes !== undefined && (segment + 1) * shape.segmentBytes > shape.totalBytes) break;
    const { nextSeq } = log.head();
    const place = { firstSeq: nextSeq, segment, start: end, end: end + stored };
    frames.push({ ...frame, ...place, lastWritten: end + HEADER + frame.payload.length });
    await log.append(epoch, nextSeq, frame);
    end += stored;
  }
  const { nextSeq } = log.head();
  await log.close();
  const image = new Map([...disk.image()].filter(([name]) => name !== "spare.segment"));
  return {
    image,
    segments: [...image.keys()].filter((name) => name.endsWith(".segment")).sort(),
    frames,
    nextSeq,
  };
}

/** An image whose oldest segment is this one, and which says so. */
function beginningWith(
  name: string,
  bytes: Uint8Array,
  rest: readonly (readonly [string, Uint8Array])[] = [],
): DiskImage {
  return new Map([[ORIGIN_NAME, encodeOrigin(Number.parseInt(name, 10))], [name, bytes], ...rest]);
}

type Outcome =
  | { readonly type: "refused"; readonly reason: string }
  | {
      readonly type: "opened";
      readonly nextSeq: number;
      readonly tornBytes: number;
      readonly intact: boolean;
    };

/** Opens an image (of some of the run's segments) and compares whatever it yields with what was written. */
async function open(
  { FileLog }: JournalUnderTest,
  run: ReferenceRun,
  image: DiskImage,
  knownDurableSeq = 0,
): Promise<Outcome> {
  try {
    const log = await FileLog.open(new MemoryDisk(image), { format: 1, knownDurableSeq });
    const { firstSeq, nextSeq } = log.head();
    let index = run.frames.findIndex((frame) => frame.firstSeq === firstSeq);
    let intact = true;
    for await (const frame of log.read(firstSeq)) {
      const written = run.frames[index++];
      intact &&= written !== undefined && frame.firstSeq === written.firstSeq && same(frame, written);
    }
    intact &&= (run.frames[index]?.firstSeq ?? run.nextSeq) === nextSeq;
    return { type: "opened", nextSeq, tornBytes: log.recovery.tornTail?.bytes ?? 0, intact };
  } catch (error) {
    return { type: "refused", reason: reasonOf(error) };
  }
}

function same(a: FrameInput, b: FrameInput): boolean {
  return (
    a.count === b.count &&
    a.time === b.time &&
    Buffer.compare(a.digest, b.digest) === 0 &&
    Buffer.compare(a.payload, b.payload) === 0
  );
}

/** How each damage ended. */
interface DamageCounts {
  refused: number;
  /** Opened with every frame intact, and the stray bytes cut and told. */
  repaired: number;
  /** The last frame itself: told as a torn tail, and refused once told how far the log is known to reach. */
  lastFrame: number;
}

/**
 * Changes one byte, opens, and puts it back, for every `step`th byte of every segment. A segment is opened
 * with the header of the one behind it, which is enough to judge it and keeps each trial short.
 */
async function flip(journal: JournalUnderTest, run: ReferenceRun, step: number): Promise<DamageCounts> {
  const rng = new SeededRng(3);
  const counts: DamageCounts = { refused: 0, repaired: 0, lastFrame: 0 };
  const last = run.frames.at(-1)!;
  for (const [segment, name] of run.segments.entries()) {
    const original = run.image.get(name)!;
    const behind = run.segments[segment + 1];
    const rest: [string, Uint8Array][] =
      behind === undefined ? [] : [[behind, run.image.get(behind)!.slice(0, SECTOR)]];
    const changed = original.slice();
    const size = original.length;
    for (let offset = 0; offset < size; offset += step) {
      changed[offset]! ^= 1 + rng.below(255);
      const outcome = await open(journal, run, beginningWith(name, changed, rest));
      changed.set(original); // recovery may have cut a tail
      const what = (): string => `byte ${offset} of ${name} changed: ${JSON.stringify(outcome)}`;
      if (outcome.type === "refused") {
        ensure(outcome.reason === "damaged", what);
        counts.refused++;
        continue;
      }
      ensure(outcome.intact && outcome.tornBytes > 0 && rest.length === 0, what);
      if (outcome.nextSeq === run.nextSeq) {
        counts.repaired++;
        continue;
      }
      ensure(outcome.nextSeq === last.firstSeq && offset >= last.start && offset < last.end, what);
      changed[offset]! ^= 1;
      const again = await open(journal, run, beginningWith(name, changed), run.nextSeq - 1);
      changed.set(original);
      ensure(again.type === "refused" && again.reason === "behind", what);
      counts.lastFrame++;
    }
  }
  return counts;
}

/** Every byte of a journal changed in turn. */
export async function flipBytes(
  journal: JournalUnderTest,
): Promise<DamageCounts & { readonly bytes: number }> {
  const bytes = 16 * 1024 * TIMES;
  const run = await referenceRun({ seed: 2, segmentBytes: 4096, payloadBytesMax: 2500, totalBytes: bytes });
  return { ...(await flip(journal, run, 1)), bytes };
}

/** A sample of the bytes of one large segment of many frames changed in turn. */
export async function flipSampledBytes(journal: JournalUnderTest): Promise<DamageCounts> {
  const run = await referenceRun({ seed: 4, segmentBytes: 256 * 1024, payloadBytesMax: 2500, frames: 100 });
  return flip(journal, run, TIMES === 1 ? 1021 : 251);
}

/** Changes every bit of the record of where the log begins; each must be noticed. @returns how many */
export async function flipOrigin(journal: JournalUnderTest): Promise<number> {
  const run = await referenceRun({ seed: 8, segmentBytes: 4096, payloadBytesMax: 400, frames: 30 });
  const bytes = run.image.get(ORIGIN_NAME)!.slice();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    const outcome = await open(journal, run, new Map([...run.image, [ORIGIN_NAME, bytes]]));
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    ensure(
      outcome.type === "refused" && outcome.reason === "damaged",
      () => `bit ${bit} of ${ORIGIN_NAME}: ${JSON.stringify(outcome)}`,
    );
  }
  return bytes.length * 8;
}

/**
 * Ends the log at every byte, as a power cut in mid-write would: what is behind is zeros still, or the file
 * ends there (tried at every eighth byte). Exactly the frames written whole must come back.
 *
 * @returns how many cuts fell inside a frame, and how many left only whole frames
 */
export async function cutEverywhere(
  journal: JournalUnderTest,
): Promise<{ torn: number; clean: number; refused: number }> {
  const run = await referenceRun({ seed: 1, segmentBytes: 3072, payloadBytesMax: 600, frames: 12 * TIMES });
  const counts = { torn: 0, clean: 0, refused: 0 };
  for (const [segment, name] of run.segments.entries()) {
    const original = run.image.get(name)!;
    const frames = run.frames.filter((frame) => frame.segment === segment);
    const headerEnd = frames[0]!.start;
    for (let cut = 0; cut <= original.length; cut++) {
      const zeroed = original.slice();
      zeroed.fill(0, cut);
      const ended = cut % 8 === 0 ? [original.slice(0, cut)] : [];
      const whole = frames.filter((frame) => frame.lastWritten <= cut);
      const expected =
        whole.length === frames.length ? segmentEnd(run, segment) : frames[whole.length]!.firstSeq;
      for (const bytes of [zeroed, ...ended]) {
        const outcome = await open(journal, run, beginningWith(name, bytes));
        const what = (): string => `${name} cut at byte ${cut}: ${JSON.stringify(outcome)}`;
        if (cut < headerEnd && outcome.type === "refused") {
          ensure(outcome.reason === "damaged", what); // no power cut does this: a header is durable before it has a name
          counts.refused++;
          continue;
        }
        // A file that ends inside a frame's padding has lost the frame.
        const padded =
          bytes !== zeroed && whole.length > 0 && cut < whole.at(-1)!.end ? whole.at(-1)!.firstSeq : expected;
        ensure(outcome.type === "opened" && outcome.intact && outcome.nextSeq === padded, what);
        if (outcome.tornBytes > 0) counts.torn++;
        else counts.clean++;
      }
    }
  }
  return counts;
}

function segmentEnd(run: ReferenceRun, segment: number): number {
  return run.frames.find((frame) => frame.segment > segment)?.firstSeq ?? run.nextSeq;
}

/**
 * Every sector of the last two frames kept, lost or garbled, in every combination. Both whole: both come
 * back. Only the first whole: it alone. The second whole without the first: proof of damage. Neither: both
 * cut.
 */
export async function cutSectors(
  journal: JournalUnderTest,
): Promise<{ both: number; first: number; neither: number; refused: number }> {
  const run = await referenceRun({ seed: 5, segmentBytes: 128 * 1024, payloadBytesMax: 1900, frames: 20 });
  const counts = { both: 0, first: 0, neither: 0, refused: 0 };
  const rng = new SeededRng(9);
  const [first, second] = run.frames.slice(-2) as [FrameInput & StoredPlace, FrameInput & StoredPlace];
  ensure(first.segment === second.segment, () => "the last two frames must share a segment");
  const name = run.segments[second.segment]!;
  const original = run.image.get(name)!;
  const sectors = (second.end - first.start) / SECTOR;
  for (let combination = 0; combination < 3 ** sectors; combination++) {
    const bytes = original.slice();
    let [firstWhole, secondWhole] = [true, true];
    for (let sector = 0, fates = combination; sector < sectors; sector++, fates = Math.floor(fates / 3)) {
      const start = first.start + sector * SECTOR;
      if (fates % 3 === 0) continue;
      bytes.set(fates % 3 === 1 ? new Uint8Array(SECTOR) : rng.bytes(SECTOR), start);
      if (start < first.end) firstWhole = false;
      else secondWhole = false;
    }
    const outcome = await open(journal, run, beginningWith(name, bytes));
    const what = (): string => `sector fates ${combination.toString(3)}: ${JSON.stringify(outcome)}`;
    if (!firstWhole && secondWhole) {
      ensure(outcome.type === "refused" && outcome.reason === "damaged", what);
      counts.refused++;
      continue;
    }
    const expected = !firstWhole ? first.firstSeq : secondWhole ? run.nextSeq : second.firstSeq;
    ensure(outcome.type === "opened" && outcome.intact && outcome.nextSeq === expected, what);
    counts[!firstWhole ? "neither" : secondWhole ? "both" : "first"]++;
  }
  return counts;
}

/**
 * Bytes that are each good, in the wrong place: a frame of another history, a frame twice, a frame gone, a
 * segment gone or of another history. Checksums cannot notice; the chain and the numbers must.
 *
 * @returns how many
 */
export async function misplace(journal: JournalUnderTest): Promise<number> {
  const shape = { segmentBytes: 4096, payloadBytesMax: 400, frames: 30, count: 1 };
  // Frames of one sector and one command each, so that the second history fits into the first.
  const run = await referenceRun({ ...shape, seed: 6 });
  const other = await referenceRun({ ...shape, seed: 7 });
  const target = run.frames.find((frame) => frame.segment === 1)!;
  const twin = other.frames.find((frame) => frame.firstSeq === target.firstSeq)!;
  ensure(
    twin.segment === target.segment &&
      twin.start === target.start &&
      twin.end === target.end &&
      frameText(twin) !== frameText(target),
    () => "the other history must have a different frame of equal size in the same place",
  );
  const name = run.segments[1]!;
  const original = run.image.get(name)!;
  const foreign = other.image.get(other.segments[1]!)!;
  const replaced = original.slice();
  replaced.set(foreign.subarray(twin.start, twin.end), target.start);
  const repeated = original.slice();
  repeated.set(original.subarray(target.start, target.end), target.end);
  const removed = original.slice();
  removed.fill(0, target.start, target.end);
  const all = [...run.image];
  const images: Record<string, DiskImage> = {
    "a frame of another history": new Map([...all, [name, replaced]]),
    "a frame written again over the next": new Map([...all, [name, repeated]]),
    "a frame never written": new Map([...all, [name, removed]]),
    "a segment of another history": new Map([...all, [name, foreign]]),
    "a segment gone": new Map(all.filter(([other]) => other !== name)),
    "the oldest segment gone": new Map(all.filter(([other]) => other !== run.segments[0])),
    "all segments gone": new Map(all.filter(([other]) => other === ORIGIN_NAME)),
    "the record of the beginning gone": new Map(all.filter(([other]) => other !== ORIGIN_NAME)),
  };
  for (const [what, image] of Object.entries(images)) {
    const outcome = await open(journal, run, image);
    ensure(
      outcome.type === "refused" && outcome.reason === "damaged",
      () => `${what}: ${JSON.stringify(outcome)}`,
    );
  }
  return Object.keys(images).length;
}
