import fc from "fast-check";
import { expect, test } from "vitest";
import { dumpLines, parseDump } from "../../src/assembly/venue/dump/text.ts";
import { commandBytes } from "../../src/kernel/core/data/messages/command.ts";
import { decodeEvent, eventLayouts } from "../../src/kernel/core/data/messages/event.ts";
import { State } from "../../src/kernel/core/data/state/state.ts";
import { foldFrame } from "../../src/kernel/core/events/fold.ts";
import { Exchange } from "../../src/kernel/core/exchange/exchange.ts";
import { encode, type Layout, RecordBuffer, RecordView } from "../../src/kernel/core/index.ts";
import { START } from "./compare.ts";
import { ReferenceExchange } from "./exchange.ts";
import { ObservedExchange } from "./observed.ts";
import type { Step } from "./tapes.ts";
import { resolve, tape, timeOf } from "./tapes.ts";
import { translate } from "./translate.ts";

/**
 * The same commands give the same bytes, however often, in whatever frames, from whatever snapshot, and by
 * folding.
 */

const RUNS = process.env["OUTCRY_LONG"] === undefined ? 40 : 1_500;

/** A frame: a time and encoded commands. */
interface Frame {
  readonly time: number;
  readonly commands: readonly Uint8Array[];
}

/**
 * The tape as the journal would hold it: picks resolved by a run of the reference, ids by a run of the core.
 */
function written(steps: readonly Step[]): Frame[] {
  const reference = new ReferenceExchange();
  const core = new ObservedExchange();
  let time = START;
  return steps.map((step) => {
    const { command: drawn } = step;
    time = timeOf(time, step);
    const command = resolve(reference.venue, drawn);
    const bytes = commandBytes(translate(command, core));
    reference.execute(time, command);
    core.execute(time, command);
    return { time, commands: [bytes] };
  });
}

/** Frames of the same commands in which everything of one moment is together. */
function merged(frames: readonly Frame[]): Frame[] {
  const together: { time: number; commands: Uint8Array[] }[] = [];
  for (const { time, commands } of frames) {
    const last = together.at(-1);
    if (last?.time === time) last.commands.push(...commands);
    else together.push({ time, commands: [...commands] });
  }
  return together;
}

/** Runs the frames and returns the event bytes of each. */
function run(exchange: Exchange, frames: readonly Frame[]): string[] {
  return frames.map(({ time, commands }) => {
    const buffer = new RecordBuffer(64);
    for (const bytes of commands) buffer.append(bytes, 0);
    const view = new RecordView(buffer.slice());
    exchange.beginFrame(exchange.seq + 1, time);
    for (let at = 0; at < view.length; at = view.next(at)) exchange.execute(view, at);
    return hex(exchange.events.slice());
  });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Written once for all tests of this file: whatever fails is in the message by its number. */
const tapes = fc
  .sample(fc.oneof(tape(150, false), tape(150, true)), { numRuns: RUNS, seed: 1_121 })
  .map(written);

function check(property: (frames: Frame[]) => void): void {
  for (const [number, frames] of tapes.entries()) {
    try {
      property(frames);
    } catch (error) {
      throw new Error(`tape ${number}: ${(error as Error).message}`, { cause: error });
    }
  }
}

test("the same tape gives the same events and the same snapshot, byte for byte", () => {
  check((frames) => {
    const [a, b] = [new Exchange(), new Exchange()];
    expect(run(a, frames)).toEqual(run(b, frames));
    expect(hex(a.snapshot())).toBe(hex(b.snapshot()));
    expect(a.snapshot().length).toBeGreaterThan(100);
  });
});

test("how commands of one moment are cut into frames does not matter", () => {
  check((frames) => {
    const [single, together] = [new Exchange(), new Exchange()];
    run(single, frames);
    run(together, merged(frames));
    expect(hex(together.snapshot())).toBe(hex(single.snapshot()));
  });
});

test("a snapshot in the middle and the rest are the whole run", () => {
  check((frames) => {
    const whole = new Exchange();
    const events = run(whole, frames);
    const middle = Math.floor(frames.length / 2);
    const first = new Exchange();
    run(first, frames.slice(0, middle));
    const second = Exchange.restore(first.snapshot());
    expect(hex(second.snapshot())).toBe(hex(first.snapshot()));
    expect(run(second, frames.slice(middle))).toEqual(events.slice(middle));
    expect(hex(second.snapshot())).toBe(hex(whole.snapshot()));
  });
});

test("dumped as text and loaded in the middle, a market goes on as if nothing had happened, and dumps the same", () => {
  check((frames) => {
    const whole = new Exchange();
    const events = run(whole, frames);
    const middle = Math.floor(frames.length / 2);
    const first = new Exchange();
    run(first, frames.slice(0, middle));
    const lines = [...dumpLines(first, "any")];
    const second = Exchange.fromRows(parseDump(lines).rows);
    expect(hex(second.snapshot())).toBe(hex(first.snapshot()));
    expect([...dumpLines(second, "any")]).toEqual(lines);
    expect(run(second, frames.slice(middle))).toEqual(events.slice(middle));
  });
});

test("folding the events is executing the commands", () => {
  check((frames) => {
    const executed = new Exchange();
    const folded = new Exchange(new State());
    for (const { time, commands } of merged(frames)) {
      const buffer = new RecordBuffer(64);
      for (const bytes of commands) buffer.append(bytes, 0);
      const view = new RecordView(buffer.slice());
      const firstSeq = executed.seq + 1;
      executed.beginFrame(firstSeq, time);
      let count = 0;
      for (let at = 0; at < view.length; at = view.next(at)) {
        executed.execute(view, at);
        count++;
      }
      const events = executed.events.slice();
      foldFrame(folded.state, firstSeq, count, new RecordView(events));
      expect(hex(folded.events.slice())).toBe(hex(events));
    }
    expect(hex(folded.snapshot())).toBe(hex(executed.snapshot()));
  });
});

test("every event record is what its layout says, to the last word", () => {
  check((frames) => {
    const exchange = new Exchange();
    for (const frame of frames) {
      run(exchange, [frame]);
      const view = new RecordView(exchange.events.slice());
      const again = new RecordBuffer(64);
      for (let at = 0; at < view.length; at = view.next(at)) {
        const event = decodeEvent(view, at);
        encode(eventLayouts[event.type] as Layout, event as never, again, view.index(at));
      }
      expect(hex(again.slice())).toBe(hex(exchange.events.slice()));
    }
  });
});
