import type { Spacing } from "../journal/snapshotStore.ts";
import type { Snapshotter } from "./snapshots.ts";
import { replayWork } from "./work.ts";

/**
 * A snapshot is taken once this many commands, or bytes of commands, were logged since the last one, or
 * {@link replayWork} was done.
 */
export const SNAPSHOT_EVERY_COMMANDS = 1_000_000;
export const SNAPSHOT_EVERY_BYTES = 256 * 1024 * 1024;
export interface SnapshotPolicyOptions {
  /** Default: {@link SNAPSHOT_EVERY_COMMANDS}, {@link SNAPSHOT_EVERY_BYTES} and {@link replayWork}. */
  readonly snapshotEvery?: {
    readonly commands: number;
    readonly bytes: number;
    readonly work?: Spacing;
  };
  /**
   * A reader's last applied sequence number: the newest snapshot from which that reader can go on is kept.
   */
  readonly readerSeq?: () => number;
  /**
   * Called when a snapshot beside the running engine could not be taken; the engine goes on, and the next one
   * is due as usual.
   */
  readonly onSnapshotError?: (error: unknown) => void;
}

/** Decides when a snapshot is due beside the running engine; one at a time. */
export class SnapshotPolicy {
  readonly #snapshotter: Snapshotter;
  readonly #options: SnapshotPolicyOptions;
  #commands: number;
  #bytes = 0;
  #work: number;
  /** Bytes of the newest snapshot that is known. */
  #length = 0;
  #taking: Promise<void> | undefined;

  /** @param replayed what the last start had to replay, and the next one would have to again */
  constructor(
    snapshotter: Snapshotter,
    options: SnapshotPolicyOptions,
    replayed: { readonly commands: number; readonly work: number },
  ) {
    this.#snapshotter = snapshotter;
    this.#options = options;
    this.#commands = replayed.commands;
    this.#work = replayed.work;
  }

  /** Counts a frame. */
  logged(commands: number, bytes: number): void {
    this.#commands += commands;
    this.#bytes += bytes;
  }

  /** Counts what executing a frame took. */
  executed(work: number): void {
    this.#work += work;
  }

  /** Takes a snapshot of the durable commands below `until` if one is due. */
  consider(until: number): void {
    if (this.#taking !== undefined) return;
    const { snapshotEvery, onSnapshotError, readerSeq } = this.#options;
    const {
      commands = SNAPSHOT_EVERY_COMMANDS,
      bytes = SNAPSHOT_EVERY_BYTES,
      work = replayWork,
    } = snapshotEvery ?? {};
    if (this.#commands < commands && this.#bytes < bytes && this.#work < work(this.#length)) return;
    this.#commands = 0;
    this.#bytes = 0;
    this.#work = 0;
    this.#taking = this.#snapshotter
      .take(until, readerSeq?.())
      .then(
        (info) => {
          this.#length = info?.length ?? this.#length;
        },
        (error: unknown) => onSnapshotError?.(error),
      )
      .finally(() => {
        this.#taking = undefined;
      });
  }

  /** Ends the snapshot under way and waits for that. */
  async close(): Promise<void> {
    await this.#snapshotter.close();
    await this.#taking;
  }
}
