import type { Command } from "../core/index.ts";
import type { Reject, Resolve } from "./batch.ts";
import { Batch } from "./batch.ts";
import type { Outcome } from "./port.ts";
import { EngineBusyError } from "./port.ts";

/** Commands that may wait while a frame is in flight; one more is refused as busy. */
export const QUEUE_COMMANDS_MAX = 65_536;
/** Bytes that the waiting commands may take together. */
const QUEUE_BYTES_MAX = 64 * 1024 * 1024;

/** Batches kept for reuse; in a steady flow one fills while one is in flight. */
const SPARE_BATCHES_MAX = 4;

/** Commands that wait to be cut into frames: bounded, encoded, in order of arrival. */
export class CommandQueue {
  readonly #commandsMax: number;
  /** Oldest first; commands that arrive are added to the last one. */
  readonly #batches: Batch[] = [];
  readonly #spare: Batch[] = [];
  #size = 0;

  /** Where `add` puts the two functions of its promise: one closure for all promises. */
  readonly #admit = (resolve: Resolve, reject: Reject): void => {
    const batch = this.#batches.at(-1)!;
    batch.resolves.push(resolve);
    batch.rejects.push(reject);
  };

  constructor(commandsMax: number) {
    this.#commandsMax = commandsMax;
  }

  /** Commands that wait. */
  get size(): number {
    return this.#size;
  }

  /** Why `commands` more commands are not taken now; undefined if they are. */
  refusal(commands: number): EngineBusyError | undefined {
    let bytes = 0;
    for (const batch of this.#batches) bytes += batch.bytes;
    if (this.#size + commands <= this.#commandsMax && bytes < QUEUE_BYTES_MAX) return undefined;
    return new EngineBusyError(`${this.#size} commands are waiting, at most ${this.#commandsMax} may`);
  }

  /** Queues a command; rejects, and queues nothing, if it has no binary form. */
  add(command: Command): Promise<Outcome> {
    try {
      this.#openBatch().add(command);
    } catch (error) {
      return Promise.reject(error);
    }
    this.#size++;
    return new Promise(this.#admit);
  }

  /** Queues commands one behind the other; rejects, and queues none, if one of them has no binary form. */
  addAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    return new Promise((resolve, reject) => {
      const outcomes = new Array<Outcome>(commands.length);
      let left = commands.length;
      const collect = (command: number): Resolve => {
        return (outcome) => {
          outcomes[command] = outcome;
          left--;
          if (left === 0) resolve(outcomes);
        };
      };
      // Encoded in batches of their own, so that a throw leaves the queue as it was.
      for (const group of this.#encodeAll(commands, collect, reject)) this.#append(group);
      this.#size += commands.length;
    });
  }

  /** The oldest commands, as many as fit into a frame; an empty batch if none wait. */
  take(): Batch {
    const batch = this.#batches.shift() ?? this.fresh();
    this.#size -= batch.size;
    return batch;
  }

  /** Puts commands in front of everything that waits. */
  putFirst(batch: Batch): void {
    this.#batches.unshift(batch);
    this.#size += batch.size;
  }

  /** An empty batch. */
  fresh(): Batch {
    return this.#spare.pop() ?? new Batch();
  }

  /** Takes back a batch that is no longer needed, for reuse. */
  recycle(batch: Batch): void {
    batch.clear();
    if (this.#spare.length < SPARE_BATCHES_MAX) this.#spare.push(batch);
  }

  /** Rejects every waiting command. */
  fail(error: Error): void {
    for (const batch of this.#batches) for (const reject of batch.rejects) reject(error);
  }

  #openBatch(): Batch {
    const last = this.#batches.at(-1);
    if (last !== undefined && !last.isFull) return last;
    const batch = this.fresh();
    this.#batches.push(batch);
    return batch;
  }

  #encodeAll(commands: readonly Command[], resolveOf: (command: number) => Resolve, reject: Reject): Batch[] {
    let group = this.fresh();
    const groups = [group];
    for (const [i, command] of commands.entries()) {
      if (group.isFull) {
        group = this.fresh();
        groups.push(group);
      }
      group.add(command);
      group.resolves.push(resolveOf(i));
      group.rejects.push(reject);
    }
    return groups;
  }

  /** Queues a batch, merged into the last one if one frame can hold both. */
  #append(batch: Batch): void {
    const last = this.#batches.at(-1);
    if (last?.hasRoomFor(batch) === true) {
      last.takeAll(batch);
      this.recycle(batch);
    } else {
      this.#batches.push(batch);
    }
  }
}
