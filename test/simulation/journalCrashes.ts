import type { DiskImage } from "../../src/kernel/host/memoryDisk.ts";
import { MemoryDisk } from "../../src/kernel/host/memoryDisk.ts";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { FrameInput } from "../../src/kernel/journal/commandLog.ts";
import type { FileLog } from "../../src/kernel/journal/fileLog.ts";
import { FaultyDisk, seededPowerCut } from "../host/faultyDisk.ts";
import { copied, fingerprint } from "./diskImages.ts";
import { randomFrame } from "./journalFrames.ts";
import type { JournalUnderTest } from "./journalUnderTest.ts";

/**
 * What a run of crash trials has met. A counter left at zero means that the simulator does not test what it
 * says.
 */
export interface CrashCounts {
  crashPoints: number;
  /**
   * Crashes while opening repaired a torn tail, while a segment was begun or trimmed away, while frames were
   * written.
   */
  whileRecovering: number;
  whileTakingOver: number;
  whileAppending: number;
  whileTrimming: number;
  /** Recoveries that cut a torn tail; that found an unacknowledged frame whole; that found it gone. */
  tornTails: number;
  keptUnacknowledged: number;
  lostUnacknowledged: number;
  /** Recoveries over more than one segment; over a newest segment without frames. */
  manySegments: number;
  emptySegments: number;
}

export function noCrashes(): CrashCounts {
  return {
    crashPoints: 0,
    whileRecovering: 0,
    whileTakingOver: 0,
    whileAppending: 0,
    whileTrimming: 0,
    tornTails: 0,
    keptUnacknowledged: 0,
    lostUnacknowledged: 0,
    manySegments: 0,
    emptySegments: 0,
  };
}

type Sent = FrameInput & { readonly firstSeq: number };
type Phase = "whileRecovering" | "whileTakingOver" | "whileAppending" | "whileTrimming";
type Moment = {
  readonly image: DiskImage;
  readonly phase: Phase;
  /** Frames handed over, and how many of them were acknowledged, when the power went. */
  readonly sent: number;
  readonly acknowledged: number;
  /** No frame that holds this command or a later one may be gone. */
  readonly trimmedBefore: number;
};

/**
 * Three times as many as it takes to find the planted bug that hides best, at seed 32; many more where there
 * is time.
 */
export const CRASH_POINTS = process.env.OUTCRY_LONG === undefined ? 15_000 : 2_000_000;

const OPTIONS = { format: 1, segmentSizes: { bytesMin: 2048, bytesMax: 8192 } };

/** Histories by seed until power was cut at {@link CRASH_POINTS} moments. */
export async function crash({ FileLog }: JournalUnderTest): Promise<CrashCounts> {
  const counts = noCrashes();
  for (let seed = 1; counts.crashPoints < CRASH_POINTS; seed++) await crashHistory(FileLog, seed, counts);
  return counts;
}

/**
 * One history of three lives by seed. In each, a log is opened, taken, written and perhaps trimmed, and the
 * power is cut at every moment that changes what the disk would keep; after each cut the log must open, hold
 * every acknowledged frame and nothing that was not sent. The next life goes on from one of the cuts, every
 * second time from one that tore a frame if there is one.
 *
 * @throws Error naming seed and life at the first violation
 */
export async function crashHistory(Log: typeof FileLog, seed: number, counts: CrashCounts): Promise<void> {
  const rng = new SeededRng(seed);
  let sent: Sent[] = [];
  let image: DiskImage = new Map();
  let trimmedBefore = 1;
  for (let life = 0; life < 3; life++) {
    const moments = await live(Log, rng, image, sent, trimmedBefore);
    const chosen = { index: rng.below(moments.length), frames: 0 };
    const prefersTorn = rng.oneIn(2);
    const tried = new Map<string, Recovered>();
    for (const [index, moment] of moments.entries()) {
      const alike = [
        fingerprint(moment.image),
        moment.sent,
        moment.acknowledged,
        moment.trimmedBefore,
      ].join();
      try {
        const recovered = tried.get(alike) ?? (await recover(Log, moment, sent));
        tried.set(alike, recovered);
        count(recovered, moment, counts);
        const { frames, torn } = recovered;
        if (torn && prefersTorn) chosen.index = index;
        if (index === chosen.index) chosen.frames = frames;
      } catch (error) {
        const where = `seed ${seed}, life ${life}, moment ${index} (${moment.phase})`;
        throw new Error(`${where}: ${String(error)}`, { cause: error });
      }
    }
    sent = sent.slice(0, chosen.frames);
    ({ image, trimmedBefore } = moments[chosen.index]!);
  }
}

/**
 * Lives once over what the last life left; appends to `sent`, and returns what each possible power cut
 * leaves.
 */
async function live(
  Log: typeof FileLog,
  rng: SeededRng,
  image: DiskImage,
  sent: Sent[],
  trimmed: number,
): Promise<Moment[]> {
  const moments: Moment[] = [];
  let phase: Phase = "whileRecovering";
  let acknowledged = sent.length;
  let trimmedBefore = trimmed;
  const observe = (): void => {
    const cut = disk.afterPowerCut(seededPowerCut(rng));
    moments.push({ image: cut, phase, sent: sent.length, acknowledged, trimmedBefore });
  };
  const disk: FaultyDisk = new FaultyDisk({ image, observe });
  const log = await Log.open(disk, OPTIONS);
  phase = "whileTakingOver";
  const { epoch } = await log.acquire();
  for (let count = 2 + rng.below(6); count > 0; count--) {
    phase = "whileAppending";
    const frame = randomFrame(rng, 1200);
    const firstSeq = log.head().nextSeq;
    sent.push({ ...frame, firstSeq });
    await log.append(epoch, firstSeq, frame);
    acknowledged = sent.length;
    observe();
    if (!rng.oneIn(8)) continue;
    phase = "whileTrimming";
    trimmedBefore = Math.max(trimmedBefore, 1 + rng.below(log.head().nextSeq));
    await log.trim(trimmedBefore);
  }
  return moments;
}

interface Recovered {
  /** How many survive, counted from the start of the history. */
  readonly frames: number;
  readonly torn: boolean;
  readonly segments: number;
  /** Whether the newest segment is without frames. */
  readonly empty: boolean;
}

/** Opens what a power cut left and judges it. */
async function recover(Log: typeof FileLog, moment: Moment, sent: readonly Sent[]): Promise<Recovered> {
  const log = await Log.open(new MemoryDisk(copied(moment.image)), OPTIONS);
  const head = log.head();
  let index = sent.findIndex((frame) => frame.firstSeq === head.firstSeq);
  if (index < 0) index = sent.length; // only an empty log may begin behind all that was sent
  if (head.firstSeq > moment.trimmedBefore) throw new Error(`begins with ${head.firstSeq}: trimmed too much`);
  for await (const frame of log.read(head.firstSeq)) {
    const expected = sent[index++];
    if (index > moment.sent || expected === undefined) throw new Error(`holds a frame that was never sent`);
    if (
      frame.firstSeq !== expected.firstSeq ||
      frame.count !== expected.count ||
      frame.time !== expected.time ||
      Buffer.compare(frame.digest, expected.digest) !== 0 ||
      Buffer.compare(frame.payload, expected.payload) !== 0
    ) {
      throw new Error(`command ${frame.firstSeq} is not what was sent`);
    }
  }
  const recovered = framesBefore(sent, head.nextSeq);
  if (recovered < moment.acknowledged) {
    throw new Error(`${moment.acknowledged - recovered} acknowledged frames are lost`);
  }
  const { tornTail, segments } = log.recovery;
  return {
    frames: recovered,
    torn: tornTail !== undefined,
    segments: segments.length,
    empty: segments.at(-1)?.frames === 0,
  };
}

function count({ frames, torn, segments, empty }: Recovered, moment: Moment, counts: CrashCounts): void {
  counts.crashPoints++;
  counts[moment.phase]++;
  if (torn) counts.tornTails++;
  if (frames > moment.acknowledged) counts.keptUnacknowledged++;
  if (frames < moment.sent) counts.lostUnacknowledged++;
  if (segments > 1) counts.manySegments++;
  if (empty) counts.emptySegments++;
}

function framesBefore(sent: readonly Sent[], seq: number): number {
  const index = sent.findIndex((frame) => frame.firstSeq >= seq);
  return index < 0 ? sent.length : index;
}
