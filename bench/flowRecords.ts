import {
  commandLayouts,
  Exchange,
  encodeCommand,
  RecordBuffer,
  RecordView,
} from "../src/kernel/core/index.ts";
import { FRAME_COMMANDS, INDEX_MS, levelsOf, START_TIME } from "./coreEngine.ts";
import { depthHash, type Tape } from "./flow.ts";
import { FlowCommands } from "./flowCommands.ts";
import type { FlowArguments } from "./flowEngine.ts";

const SET_INDEX = commandLayouts.setIndex.kind;

/**
 * A tape as a core gets it from its journal or its connections: command records one behind the other, encoded
 * beforehand. (The peers' arguments exist beforehand as well.)
 */
export class FlowRecords {
  readonly tape: Tape;
  readonly #records: RecordView;
  /** Word offset of the first command of the load. */
  readonly #load: number;

  constructor(args: FlowArguments) {
    const { setUp, load, tape } = new FlowCommands(args);
    this.tape = tape;
    const buffer = new RecordBuffer(1 << 20);
    for (const command of setUp) encodeCommand(command, buffer);
    this.#load = buffer.length;
    for (const command of load) encodeCommand(command, buffer);
    this.#records = new RecordView(buffer.slice());
  }

  /** An exchange that has listed, funded and filled the book, ready for the load. */
  begin(): CoreReplay {
    const replay = new CoreReplay(this.#records);
    replay.runTo(this.#load);
    return replay;
  }
}

/** An exchange that executes records in frames of 100 commands, a new index price in one of its own. */
export class CoreReplay {
  readonly exchange = new Exchange();
  readonly #records: RecordView;
  #at = 0;
  #time = START_TIME;

  constructor(records: RecordView) {
    this.#records = records;
  }

  runTo(end: number): void {
    const { exchange } = this;
    const records = this.#records;
    let at = this.#at;
    while (at < end) {
      const isIndex = records.kind(at) === SET_INDEX;
      if (isIndex) this.#time += INDEX_MS;
      if (isIndex || exchange.seq % FRAME_COMMANDS === 0) exchange.beginFrame(exchange.seq + 1, this.#time);
      exchange.execute(records, at);
      at = records.next(at);
    }
    this.#at = at;
  }

  runToEnd(): void {
    this.runTo(this.#records.length);
  }

  depth(): number {
    return depthHash(levelsOf(this.exchange));
  }
}
