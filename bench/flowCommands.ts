import type { Command } from "../src/kernel/core/index.ts";
import { encodeCommand, RecordBuffer } from "../src/kernel/core/index.ts";
import { CoreEngine } from "./coreEngine.ts";
import { generate, type Tape } from "./flow.ts";
import { type FlowArguments, replay } from "./flowEngine.ts";

/**
 * A tape as the commands that it makes of a venue, from the first listing on. Ids depend on nothing but the
 * order of commands, so any engine that executes them all can be handed them as they are.
 */
export class FlowCommands {
  /** Lists, funds and fills the book; not timed. */
  readonly setUp: readonly Command[];
  readonly load: readonly Command[];
  /** Bytes of an encoded command of the load, on average. */
  readonly bytesEach: number;
  readonly tape: Tape;

  constructor({ profile, seed, share }: FlowArguments) {
    this.tape = generate(profile, seed, share);
    const commands: Command[] = [];
    const engine = new CoreEngine(commands);
    replay(engine, this.tape, 0, this.tape.start);
    this.setUp = commands.splice(0);
    replay(engine, this.tape, this.tape.start, this.tape.length);
    this.load = commands;
    const buffer = new RecordBuffer();
    for (const command of commands) encodeCommand(command, buffer);
    this.bytesEach = (buffer.length * 8) / commands.length;
  }
}

/**
 * Seconds that the core alone takes for the timed messages of a tape.
 *
 * @param clock seconds, of whatever
 */
export function aloneSeconds(tape: Tape, clock: () => number): number {
  globalThis.gc?.();
  const engine = new CoreEngine();
  replay(engine, tape, 0, tape.start);
  const begun = clock();
  replay(engine, tape, tape.start, tape.length);
  return clock() - begun;
}

/** Hands commands over with at most `window` unacknowledged; resolves when all are acknowledged. */
export function submitAll(
  commands: readonly Command[],
  window: number,
  submit: (command: Command) => Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = 0;
    let acknowledged = 0;
    const next = (): void => {
      if (at < commands.length) submit(commands[at++]!).then(onward, reject);
    };
    const onward = (): void => {
      acknowledged++;
      if (acknowledged === commands.length) resolve();
      else next();
    };
    for (let i = 0; i < window; i++) next();
  });
}
