import type { AccountUpdate } from "../core/index.ts";
import type { Machine } from "./machine.ts";
import type { DurableFrame, FrameListener } from "./port.ts";

type UpdateListener = (update: AccountUpdate) => void;

/** Whom the engine tells of durable frames, and of what changes of the accounts that somebody watches. */
export class Subscribers {
  readonly #machine: Machine;
  readonly #onError: (error: Error) => void;
  readonly #listeners = new Set<FrameListener>();
  readonly #watchers = new Map<number, Set<UpdateListener>>();

  /**
   * @param onError called when a listener throws: it has missed a frame, and what it shows from then on would
   * be wrong
   */
  constructor(machine: Machine, onError: (error: Error) => void) {
    this.#machine = machine;
    this.#onError = onError;
  }

  /** Whether anybody watches an account. */
  get isWatching(): boolean {
    return this.#watchers.size > 0;
  }

  subscribe(listener: FrameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(account: number, listener: UpdateListener): () => void {
    let watchers = this.#watchers.get(account);
    if (watchers === undefined) {
      watchers = new Set();
      this.#watchers.set(account, watchers);
      this.#machine.observe(account, true);
    }
    watchers.add(listener);
    return () => {
      if (watchers.delete(listener) && watchers.size === 0 && this.#watchers.get(account) === watchers) {
        this.#watchers.delete(account);
        this.#machine.observe(account, false);
      }
    };
  }

  /**
   * Tells of a frame, then of the updates that it caused. @param frame made only if somebody listens to
   * frames
   */
  publish(frame: () => DurableFrame, commands: () => Uint8Array, updates: readonly AccountUpdate[]): void {
    if (this.#listeners.size > 0) {
      const [durable, records] = [frame(), commands()];
      for (const listener of this.#listeners) this.#call(() => listener(durable, records));
    }
    for (const update of updates) {
      for (const watcher of this.#watchers.get(update.account) ?? []) this.#call(() => watcher(update));
    }
  }

  #call(news: () => void): void {
    try {
      news();
    } catch (error) {
      this.#onError(error as Error);
    }
  }
}
