import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import { LogError } from "../../src/kernel/journal/commandLog.ts";
import type { StoredFrame } from "../../src/kernel/journal/fenced/logStore.ts";
import { ContactLost } from "../../src/kernel/journal/fenced/logStore.ts";
import type { StoreSurvey } from "../../src/kernel/journal/fenced/surveyStore.ts";
import { decodeFrame, FrameEncoder, frameHash } from "../../src/kernel/journal/frame.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { frameText, randomFrame, readAll } from "../simulation/journalFrames.ts";
import { ArrivesLate, MemoryLogStore } from "./memoryLogStore.ts";

/** What the histories of a run reached; one that stays 0 means that they tried nothing of the kind. */
export interface Reached {
  appended: number;
  takeovers: number;
  fenced: number;
  /** Appends whose call, or whose answer, was lost. */
  lostThere: number;
  lostBack: number;
  late: number;
  /** Appends that were sent once more. */
  resent: number;
  unreachable: number;
}

export function nothing(): Reached {
  return {
    appended: 0,
    takeovers: 0,
    fenced: 0,
    lostThere: 0,
    lostBack: 0,
    late: 0,
    resent: 0,
    unreachable: 0,
  };
}

const LEASE_MS = 1_000;
const FAULTS_MS = 20_000;
const NODES = ["a", "b", "c"];

/**
 * One history of three nodes over one store that loses calls and answers, holds them, and lets them arrive
 * late; leaders that outstay their lease included. Throws when an acknowledged frame is not in the log
 * exactly once and in its place, when one frame is there twice, or when nobody leads once the faults have
 * stopped.
 */
export async function history(seed: number, reached: Reached): Promise<void> {
  const rng = new SeededRng(seed);
  const clock = new SimulatedClock({ seed });
  const store = new MemoryLogStore({ clock, format: 1 });
  const pause = (ms: number) => new Promise<void>((resolve) => clock.setTimer(ms, resolve));
  let isFaulty = true;
  const inDoubt = new Set<string>();
  store.way = ({ name, operation, leg }) => {
    const isAppend = operation === "append";
    if (operation === "take") inDoubt.delete(name);
    if (isAppend && leg === "there" && inDoubt.delete(name)) reached.resent++;
    if (!isFaulty) return undefined;
    const draw = rng.below(100);
    if (draw < 8) {
      if (isAppend) {
        reached[leg === "there" ? "lostThere" : "lostBack"]++;
        inDoubt.add(name);
      }
      throw new ContactLost("cut");
    }
    if (draw < 12 && leg === "there") {
      if (isAppend) reached.late++;
      throw new ArrivesLate(pause(rng.below(3_000)));
    }
    return draw < 40 ? pause(rng.below(draw < 15 ? 2 * LEASE_MS : 100)) : undefined;
  };

  const acknowledged = new Map<number, string>();
  let isOver = false;
  const live = async (name: string): Promise<void> => {
    const log = await untilAnswered(() => store.open(name));
    for (let term = 0; !isOver; term++) {
      try {
        await pause(rng.below(LEASE_MS));
        await log.refresh();
        const node = `${name} ${term}`;
        const { leftMs, renewals } = await log.lease.look();
        if (leftMs > 0) continue;
        const { holder } = await log.lease.take({ node, address: "127.0.0.1:1" }, LEASE_MS, renewals);
        if (holder?.node !== node) continue;
        const { epoch } = await log.acquire();
        reached.takeovers++;
        const outstays = rng.below(3) === 0 ? 5 * LEASE_MS : 0;
        const endMs = clock.monotonicMs() + LEASE_MS + outstays;
        while (!isOver && clock.monotonicMs() < endMs) {
          const frame = randomFrame(rng, 60);
          const { nextSeq } = log.head();
          await log.append(epoch, nextSeq, frame);
          reached.appended++;
          if (acknowledged.has(nextSeq)) throw new Error(`command ${nextSeq} was acknowledged twice`);
          acknowledged.set(nextSeq, frameText(frame));
          await pause(rng.below(50));
        }
      } catch (error) {
        if (!(error instanceof LogError)) throw error;
        if (error.reason === "fenced") reached.fenced++;
        else if (error.reason === "unreachable") reached.unreachable++;
        else throw error;
      }
    }
    await log.close();
  };
  const untilAnswered = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof LogError) || error.reason !== "unreachable") throw error;
        reached.unreachable++;
        await pause(100);
      }
    }
  };

  let failure: unknown;
  let living = NODES.length;
  for (const name of NODES) {
    void live(name)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => living--);
  }
  const goOn = async (untilMs: number, isEnough = () => false): Promise<void> => {
    await clock.advance(0); // lets begin what has no timer yet
    while (failure === undefined && clock.monotonicMs() < untilMs && !isEnough()) {
      if (!(await clock.step())) break;
    }
    if (failure !== undefined) throw failure;
  };
  await goOn(FAULTS_MS);
  isFaulty = false;
  const before = reached.appended;
  await goOn(FAULTS_MS + 60_000, () => reached.appended > before + 5);
  if (reached.appended <= before + 5) throw new Error("nobody leads though nothing fails");
  isOver = true;
  await goOn(Number.POSITIVE_INFINITY, () => living === 0);

  const frames = await readAll(await store.open("reader"), 1);
  const stored = new Map(frames.map((frame) => [frame.firstSeq, frameText(frame)]));
  for (const [seq, text] of acknowledged) {
    if (stored.get(seq) !== text) throw new Error(`command ${seq} was acknowledged, and is not in the log`);
  }
  if (new Set(stored.values()).size !== frames.length) throw new Error("a frame is in the log twice");
}

/** A call, or its answer, is lost once: the append goes on, and is in the log once. */
export async function lostCalls(): Promise<void> {
  for (const lost of ["there", "back"]) {
    const { clock, store, log, epoch } = await leader();
    store.way = ({ operation, leg }) => {
      if (operation !== "append" || leg !== lost) return;
      store.way = () => {};
      throw new ContactLost("cut");
    };
    const refused = refusal(() => log.append(epoch, log.head().nextSeq, randomFrame(new SeededRng(9), 60)));
    await clock.advance(1_000);
    const error = await refused;
    if (error !== undefined) throw error;
    if (store.stored.frames.length !== 6) throw new Error(`${store.stored.frames.length} frames of 6`);
  }
}

/**
 * An append is in doubt while the store's machine is replaced by one that holds another frame there: a node
 * must not take it for its own.
 */
export async function otherFrameInDoubt(): Promise<void> {
  const { clock, store, log, epoch } = await leader();
  store.way = ({ operation, leg }) => {
    if (operation !== "append" || leg !== "back") return;
    forge(store, store.stored.frames.length - 1);
    throw new ContactLost("cut");
  };
  const appended = log.append(epoch, log.head().nextSeq, randomFrame(new SeededRng(9), 60));
  const refused = refusal(() => appended);
  await clock.advance(1_000);
  await expectReason(refused, "behind");
}

/** The store's machine comes back from a copy that lacks, or differs in, what the node has seen. */
export async function lostData(): Promise<void> {
  const changes: ((store: MemoryLogStore) => void)[] = [
    (store) => store.forget(3),
    (store) => forge(store, store.stored.frames.length - 1),
  ];
  for (const change of changes) {
    const { store, log } = await leader();
    change(store);
    await expectReason(
      refusal(() => log.refresh()),
      "behind",
    );
  }
}

/**
 * Stored bytes that are not what was written, though each frame by itself is good; and one that is not there.
 */
export async function damage(): Promise<void> {
  const changes: ((store: MemoryLogStore) => void)[] = [
    (store) => forge(store, 1),
    (store) => forge(store, store.stored.frames.length - 1),
    (store) => {
      const { bytes } = store.stored.frames[1]!;
      bytes[110] = bytes[110]! ^ 1;
    },
    (store) => {
      store.stored = { ...store.stored, frames: store.stored.frames.filter((_, i) => i !== 1) };
    },
  ];
  for (const change of changes) {
    const { store, log } = await leader();
    if ((await log.survey(() => {})).damage.length > 0) throw new Error("a whole log is called damaged");
    change(store);
    await expectReason(
      refusal(() => readAll(log, 1)),
      "damaged",
    );
    if ((await log.survey(() => {})).damage.length === 0) throw new Error("a survey finds no damage");
  }
}

/**
 * Whatever byte of whatever frame is another, whatever frame is missing or stands in another's place, and
 * wherever an intact chain of other frames begins: a node that saw the log as it was serves nothing of it,
 * and a survey finds it.
 */
export async function everyDifference(): Promise<void> {
  const { frames } = (await leader()).store.stored;
  const different: [string, readonly StoredFrame[]][] = [];
  for (const [i, frame] of frames.entries()) {
    for (const byte of frame.bytes.keys()) {
      const bytes = frame.bytes.slice();
      bytes[byte] = bytes[byte]! ^ 1;
      different.push([`byte ${byte} of frame ${i}`, frames.with(i, { ...frame, bytes })]);
    }
    different.push([`frame ${i} missing`, frames.toSpliced(i, 1)]);
    for (const other of frames) {
      if (other !== frame)
        different.push([`another frame at ${i}`, frames.with(i, { ...frame, bytes: other.bytes })]);
    }
    different.push([`a fork at ${i}`, forked(frames, i)]);
  }
  for (const [what, changed] of different) {
    const node = await leader(); // the same log again, as a node stops at the first loss
    node.store.stored = { ...node.store.stored, frames: changed };
    const refused = await refusal(() => readAll(node.log, 1));
    if (!(refused instanceof LogError)) throw new Error(`${what} is served: ${String(refused)}`);
    const survey = await node.log.survey(() => {}).catch((error: unknown) => error);
    const isFound = survey instanceof LogError || (survey as StoreSurvey).damage.length > 0;
    if (!isFound) throw new Error(`a survey does not find ${what}`);
  }
}

export const TRIALS: Readonly<Record<string, () => Promise<void>>> = {
  "lost calls": lostCalls,
  "another frame in doubt": otherFrameInDoubt,
  "lost data": lostData,
  damage,
  "every difference": everyDifference,
  histories: async () => {
    for (let seed = 1; seed <= 30; seed++) await history(seed, nothing());
  },
};

/** A node that leads a log of five frames. */
async function leader() {
  const clock = new SimulatedClock({ seed: 1 });
  const store = new MemoryLogStore({ clock, format: 1 });
  const log = await store.open("a");
  await log.lease.take({ node: "a", address: "127.0.0.1:1" }, 60_000);
  const { epoch } = await log.acquire();
  const rng = new SeededRng(3);
  for (let i = 0; i < 5; i++) await log.append(epoch, log.head().nextSeq, randomFrame(rng, 60));
  return { clock, store, log, epoch };
}

/** Puts another intact frame in the place of one: same number, same place in the chain, other content. */
function forge(store: MemoryLogStore, at: number): void {
  const { frames } = store.stored;
  store.stored = { ...store.stored, frames: frames.with(at, forged(frames[at]!)) };
}

/** Frames that are the same up to one, and from there on others that follow upon each other. */
function forked(frames: readonly StoredFrame[], from: number): readonly StoredFrame[] {
  const others = frames.slice(0, from);
  for (const frame of frames.slice(from)) others.push(forged(frame, others.at(-1)?.hash));
  return others;
}

function forged(old: StoredFrame, previousHash = decodeFrame(old.bytes).previousHash): StoredFrame {
  const frame = decodeFrame(old.bytes);
  const payload = frame.payload.map((byte) => byte ^ 1);
  const bytes = new FrameEncoder().encode({ ...frame, previousHash }, { ...frame, payload }).slice();
  return { ...old, bytes, hash: frameHash(bytes) };
}

function refusal(call: () => Promise<unknown>): Promise<unknown> {
  return call().then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function expectReason(refused: Promise<unknown>, reason: string): Promise<void> {
  const error = await refused;
  if (!(error instanceof LogError) || error.reason !== reason)
    throw new Error(`expected ${reason}, got ${String(error)}`);
}
