import { Socket } from "node:net";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";

/**
 * With a seed in OUTCRY_LATE, from `npm run test:steady -- --late`: what arrives at a connection is late by a
 * drawn time, in order, as on a network, and so is what is sent over one that was opened here, so that a test
 * which takes one arrival for the sign of another fails without a load. Of this process, venue and clients
 * alike.
 */

/**
 * How many of a hundred arrivals are in time. Of the others some are late by up to {@link LONG_MS}, else by
 * up to {@link SHORT_MS}.
 */
const IN_TIME = 60;
const LONG = 10;
const SHORT_MS = 12;
const LONG_MS = 80;

/** What host time that is simulated leaves to the network at each step. */
const STEP_MS = 4;

type Push = Socket["push"];
type Write = (chunk: unknown, ...rest: unknown[]) => void;
/** The methods of a stream that write one piece, and several. */
const WRITES = ["_write", "_writev"] as const;

// Before a test makes time its own.
const later = setTimeout;
const usual: Push = Socket.prototype.push;
const seed = process.env["OUTCRY_LATE"];
// Files share their modules, but not these of vitest's.
if (seed !== undefined && usual.name !== "late") {
  const rng = new SeededRng(Number(seed));
  Socket.prototype.push = lateBy(rng);
  const writes = Socket.prototype as unknown as Record<(typeof WRITES)[number], Write>;
  for (const name of WRITES) writes[name] = sentLateBy(rng, writes[name]);
}

/**
 * For who lets host time pass by itself: resolves at once, and where arrivals are late, when some have come.
 */
export async function leaveTime(): Promise<void> {
  if (seed !== undefined) await new Promise<void>((resolve) => later(resolve, STEP_MS));
}

/**
 * Connections of a network. Of those that were accepted, the ones of sockets, to which `ws` listens: a
 * request's may be handed on to a reader below the streams, which would not hear of what is late.
 */
function isMadeLate(socket: Socket): boolean {
  if (socket.remotePort === undefined) return false;
  return !isAccepted(socket) || socket.listeners("data").some(({ name }) => name === "socketOnData");
}

function isAccepted(socket: Socket): boolean {
  return "server" in socket && socket.server != null;
}

/** How late the next is; undefined: in time. */
function delayOf(rng: SeededRng): number | undefined {
  return rng.below(100) < IN_TIME ? undefined : rng.below(rng.below(100) < LONG ? LONG_MS : SHORT_MS);
}

/** A write of what is sent, some of it late: the stream keeps the next one back until this one is done. */
export function sentLateBy(rng: SeededRng, write: Write): Write {
  return function late(this: Socket, ...sent: Parameters<Write>): void {
    const delay = this.remotePort === undefined || isAccepted(this) ? undefined : delayOf(rng);
    if (delay === undefined) write.apply(this, sent);
    else later(() => write.apply(this, sent), delay);
  };
}

/** A push of arrivals into a stream, in order, some of them late. */
export function lateBy(rng: SeededRng): Push {
  const waiting = new WeakMap<Socket, Parameters<Push>[]>();
  return function late(this: Socket, ...arrived: Parameters<Push>): boolean {
    const before = waiting.get(this);
    if (before !== undefined) {
      before.push(arrived);
      return false;
    }
    const delay = isMadeLate(this) ? delayOf(rng) : undefined;
    if (delay === undefined) return usual.apply(this, arrived);
    const all = [arrived];
    waiting.set(this, all);
    later(() => {
      waiting.delete(this);
      for (const each of all) {
        if (this.destroyed) return;
        usual.apply(this, each);
        if (each[0] === null) this.read(0); // Node.js did so when the end came, which is only now
      }
    }, delay);
    return false; // no more is read until it is there
  };
}
