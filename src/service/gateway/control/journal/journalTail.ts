import type { DurableFrame, EnginePort } from "../../../../kernel/engine/index.ts";
import type { Clock } from "../../../../kernel/host/clock.ts";

/**
 * Bytes of frames that are kept for reading; the oldest are dropped first. Enough for twenty minutes of the
 * default market, or hours of a quiet one.
 */
export const TAIL_BYTES_MAX = 32 * 1024 * 1024;
/** Empty places of dropped frames are removed this many at a time. */
const GONE_MAX = 1_000;

/** A durable frame with its commands. */
export interface TailFrame extends DurableFrame {
  /** Command records, as in the journal. */
  readonly commands: Uint8Array;
  /** Host time at which it was durable, Unix ms. */
  readonly durableAt: number;
}

/**
 * The end of the journal in memory, commands and events side by side, for those who watch the venue. The
 * journal itself holds commands only; here their events are known without executing them again. It begins
 * with this run of the venue.
 */
export class JournalTail {
  /** Oldest first, after the empty places of dropped frames. */
  #frames: (TailFrame | undefined)[] = [];
  #gone = 0;
  #bytes = 0;
  readonly #stop: () => void;

  constructor(engine: Pick<EnginePort, "subscribe">, clock: Clock) {
    this.#stop = engine.subscribe((frame, commands) =>
      this.#add({ ...frame, commands: commands.slice(), durableAt: clock.wallMs() }),
    );
  }

  /** Oldest first; empty before the first command of this run. */
  get frames(): readonly TailFrame[] {
    return this.#frames.slice(this.#gone) as readonly TailFrame[];
  }

  close(): void {
    this.#stop();
  }

  #add(frame: TailFrame): void {
    this.#frames.push(frame);
    this.#bytes += bytesOf(frame);
    while (this.#bytes > TAIL_BYTES_MAX && this.#gone < this.#frames.length - 1) {
      this.#bytes -= bytesOf(this.#frames[this.#gone]!);
      this.#frames[this.#gone++] = undefined;
    }
    if (this.#gone < GONE_MAX) return;
    this.#frames = this.#frames.slice(this.#gone);
    this.#gone = 0;
  }
}

function bytesOf({ commands, events }: TailFrame): number {
  return commands.length + events.length;
}
