import type { OperatorView } from "../../kernel/core/index.ts";
import type { CapturedState } from "../../kernel/engine/index.ts";
import { exchangeMachine, formatTag, Reexecutor, reexecute } from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import { MemoryDisk } from "../../kernel/host/memoryDisk.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import { FileLog } from "../../kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import type { History } from "../../service/readmodel/index.ts";
import { openHistory } from "../../service/readmodel/index.ts";
import { seedJournal } from "./baselines.ts";
import { takeBaseline } from "./sharedBaselines.ts";
import type { OpenClusterLog, Replace, SavedState, Storage, Store } from "./storage.ts";
import { UnknownStateError } from "./storage.ts";

interface Kept {
  readonly info: SavedState;
  readonly state: CapturedState;
  readonly history: Uint8Array;
}

/** Markets in memory, one after the other. */
export class MemoryStore implements Store {
  readonly directory = undefined;
  readonly #clock: Clock;
  readonly #openShared: OpenClusterLog | undefined;
  readonly #onDamage: (why: string) => void;
  readonly #states = new Map<string, Kept>();
  #disk = new MemoryDisk();
  #history: Uint8Array | undefined;
  #operators: readonly OperatorView[] | undefined;

  /**
   * @param openShared opens the log that the commands are in, where that is not this store's own
   * @param onDamage called with what is wrong with a state beside that log, before an older one is tried
   */
  constructor(clock: Clock, openShared?: OpenClusterLog, onDamage: (why: string) => void = () => {}) {
    this.#clock = clock;
    this.#openShared = openShared;
    this.#onDamage = onDamage;
  }

  async open(): Promise<Storage> {
    const shared = await this.#openShared?.(0);
    if (shared !== undefined) await this.#startFromShared(shared);
    const disk = this.#disk;
    const history = await openHistory({ path: undefined, clock: this.#clock, image: this.#history });
    const { appliedSeq } = history;
    const log = shared ?? (await FileLog.open(disk, { format: formatTag(), knownDurableSeq: appliedSeq }));
    const snapshots = new FileSnapshots(disk);
    const reexecutor = new Reexecutor(
      (seq, signal) => reexecute(exchangeMachine, log, snapshots, seq, signal),
      this.#clock,
    );
    return {
      log,
      shared,
      snapshots,
      snapshotter: undefined,
      reexecutor,
      dumps: disk,
      history,
      retention: undefined,
      watch() {}, // nobody else has access to it
      appliedSeq,
      async close() {
        reexecutor.close();
        await history.close();
        await log.close();
      },
    };
  }

  /** Lets the market begin with the newest state and history that the nodes keep, if there are any. */
  async #startFromShared(shared: ClusterLog): Promise<void> {
    const disk = new MemoryDisk();
    let image: Uint8Array | undefined;
    const seq = await takeBaseline(shared, {
      states: new FileSnapshots(disk),
      async keepHistory(chunks) {
        image = await bytesOf(chunks);
      },
      onProgress() {},
      onDamage: this.#onDamage,
    });
    this.#disk = seq === undefined ? new MemoryDisk() : disk;
    this.#history = seq === undefined ? undefined : image;
  }

  async prepare(name: string | undefined): Promise<Replace> {
    const kept = name === undefined ? undefined : this.#states.get(name);
    if (name !== undefined && kept === undefined) throw new UnknownStateError(name, await this.states());
    return async (operators) => {
      await this.begin(kept);
      this.#operators = operators;
    };
  }

  /** Lets the next market begin with a state and the history up to it, or empty; no market may be open. */
  async begin(kept: Pick<Kept, "state" | "history"> | undefined): Promise<void> {
    const disk = new MemoryDisk();
    if (kept !== undefined) await seedJournal(disk, kept.state);
    this.#disk = disk;
    this.#history = kept?.history;
  }

  async operatorsToTake(): Promise<readonly OperatorView[] | undefined> {
    return this.#operators;
  }

  async operatorsTaken(): Promise<void> {
    this.#operators = undefined;
  }

  async save(name: string, state: CapturedState, history: History, savedAt: number): Promise<SavedState> {
    const info = savedState(name, state, savedAt);
    this.#states.set(name, { info, state, history: await history.image() });
    return info;
  }

  async states(): Promise<readonly SavedState[]> {
    return [...this.#states.values()].map(({ info }) => info).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async release(): Promise<void> {}
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  for await (const chunk of chunks) kept.push(chunk.slice());
  return Buffer.concat(kept);
}

/** The description of a saved state. */
export function savedState(name: string, { meta }: CapturedState, savedAt: number): SavedState {
  const { seq, time, digest } = meta;
  return { name, seq, time, digest: Buffer.from(digest).toString("hex"), savedAt };
}
