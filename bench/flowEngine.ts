import { CANCEL, depthHash, GTC, generate, MOVE, type Tape } from "./flow.ts";
import { type Lane, timed } from "./lane.ts";

/** An engine that can replay a tape, made anew for each pass. */
export interface FlowEngine {
  /** An order, GTC if it `mayRest`, else IOC. */
  place(number: number, account: number, side: number, price: number, lots: number, mayRest: boolean): void;
  cancel(number: number): void;
  /** Cancels the order and places what remains of it at `price`, behind what rests there. */
  move(number: number, price: number): void;
  /** All levels, bids first, best first. */
  levels(): Iterable<readonly [side: number, price: number, lots: number]>;
}

export interface FlowArguments {
  readonly profile: string;
  readonly seed: number;
  /** Share of the profile's messages to replay. */
  readonly share: number;
}

/**
 * A lane that replays one tape into a new engine at every pass and reads `rate` (messages a second) and
 * `correct` (1 if the depth at the end is the tape's, 0 if not, absent if the pass was cut short).
 *
 * @param passes best of so many replays is one pass
 * @param secondsMax a replay is stopped after so long
 */
export function flowLane(
  { profile, seed, share }: FlowArguments,
  create: () => FlowEngine,
  { passes, secondsMax = Number.POSITIVE_INFINITY }: { passes: number; secondsMax?: number },
): Lane {
  const tape = generate(profile, seed, share);
  return {
    pass() {
      let rate = 0;
      let verdict = {};
      for (let i = 0; i < passes; i++) {
        globalThis.gc?.();
        const engine = create();
        replay(engine, tape, 0, tape.start);
        let at = tape.start;
        let seconds = 0;
        while (at < tape.length && seconds < secondsMax) {
          const to =
            secondsMax === Number.POSITIVE_INFINITY ? tape.length : Math.min(at + 1_000, tape.length);
          seconds += timed(() => replay(engine, tape, at, to));
          at = to;
        }
        rate = Math.max(rate, (at - tape.start) / seconds);
        if (at < tape.length) continue;
        const correct = depthHash(engine.levels()) === tape.depth;
        verdict = { correct: correct ? 1 : 0 };
        if (!correct) break;
      }
      return { rate, ...verdict };
    },
  };
}

/** Plays messages `from` up to `to` of a tape to an engine. */
export function replay(engine: FlowEngine, tape: Tape, from: number, to: number): void {
  const { kind, account, side, price, size, order } = tape;
  for (let i = from; i < to; i++) {
    const what = kind[i]!;
    if (what === CANCEL) engine.cancel(order[i]!);
    else if (what === MOVE) engine.move(order[i]!, price[i]!);
    else engine.place(order[i]!, account[i]!, side[i]!, price[i]!, size[i]!, what === GTC);
  }
}
