import type { Command } from "../core/index.ts";
import { commandLayouts, encodeCommand, RecordBuffer } from "../core/index.ts";
import type { Outcome } from "./port.ts";

/**
 * Commands in a frame: an event's index is a u16. One place is kept for the engine's own command at the
 * front.
 */
const FRAME_COMMANDS_MAX = 65_534;

/** A frame takes no further command once it holds this many bytes: half of what the log takes in a frame. */
const FRAME_BYTES_MAX = 8 * 1024 * 1024;

/** Words that a fresh batch holds without growing. */
const BATCH_WORDS = 16_384;

export type Resolve = (outcome: Outcome) => void;
export type Reject = (error: Error) => void;

/**
 * The command that the engine itself puts at the front of a frame. Both records are a header and nothing
 * else.
 */
export type Preamble = "advanceTime" | "proceed";

/** Words that a preamble takes at the front. */
const PREAMBLE_WORDS = 1;

/**
 * Commands that will be one frame, encoded as they arrive, with the promises to settle. Cleared and reused,
 * so that a command allocates its promise and no more.
 */
export class Batch {
  readonly #records = new RecordBuffer(BATCH_WORDS);
  /** One for each client's command, in order. */
  readonly resolves: Resolve[] = [];
  readonly rejects: Reject[] = [];
  #preamble: Preamble | undefined;

  constructor() {
    this.clear();
  }

  clear(): void {
    this.#records.length = PREAMBLE_WORDS;
    this.#preamble = undefined;
    this.resolves.length = 0;
    this.rejects.length = 0;
  }

  /** Number of the clients' commands. */
  get size(): number {
    return this.resolves.length;
  }

  /** Bytes of the clients' commands. */
  get bytes(): number {
    return (this.#records.length - PREAMBLE_WORDS) * 8;
  }

  get isFull(): boolean {
    return this.size >= FRAME_COMMANDS_MAX || this.bytes >= FRAME_BYTES_MAX;
  }

  /** Number of commands of the frame, the preamble included. */
  get count(): number {
    return this.size + this.preambleCount;
  }

  /** 1 with a preamble, else 0. */
  get preambleCount(): number {
    return this.#preamble === undefined ? 0 : 1;
  }

  get preamble(): Preamble | undefined {
    return this.#preamble;
  }

  /**
   * Encodes a command; the caller pushes its promise. Throws, and takes nothing, if the command has no binary
   * form.
   */
  add(command: Command): void {
    const length = this.#records.length;
    try {
      encodeCommand(command, this.#records);
    } catch (error) {
      this.#records.length = length;
      throw error;
    }
  }

  /** Whether one frame can hold this batch and another. */
  hasRoomFor(other: Batch): boolean {
    return this.size + other.size <= FRAME_COMMANDS_MAX && this.bytes + other.bytes <= FRAME_BYTES_MAX;
  }

  /** Moves another batch's commands behind its own. */
  takeAll(other: Batch): void {
    this.take(other.payload(), other.resolves, other.rejects);
  }

  /** Takes over encoded commands and their promises. */
  take(records: Uint8Array, resolves: readonly Resolve[], rejects: readonly Reject[]): void {
    this.#records.append(records, 0);
    for (const resolve of resolves) this.resolves.push(resolve);
    for (const reject of rejects) this.rejects.push(reject);
  }

  /** Puts the engine's own command at the front. */
  setPreamble(preamble: Preamble): void {
    const layout = commandLayouts[preamble];
    const halves = this.#records.halves;
    halves[0] = layout.kind;
    halves[1] = layout.version;
    halves[2] = PREAMBLE_WORDS;
    halves[3] = 0;
    this.#preamble = preamble;
  }

  /** The frame's bytes, valid until the batch is cleared or added to; they start on a word. */
  payload(): Uint8Array {
    const from = (PREAMBLE_WORDS - this.preambleCount) * 8;
    return this.#records.bytes.subarray(from, this.#records.length * 8);
  }
}
