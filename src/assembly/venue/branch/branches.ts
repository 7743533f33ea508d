import type { CapturedState } from "../../../kernel/engine/index.ts";
import type { FaultsInForce, Vault } from "../../../service/gateway/index.ts";
import type { TimelinePoint } from "../timeline.ts";

/** A running venue at one moment: all that another venue needs to go on from there. */
export interface BranchPoint {
  readonly state: CapturedState;
  /** The image of the history up to the state. */
  readonly history: Uint8Array;
  /** Market time, which may be later than the state's last command. */
  readonly time: number;
  /** Market time at which scripts and recordings of prices began. */
  readonly origin: number;
  /** How far the scenario's timeline has come. */
  readonly timeline: TimelinePoint;
  /** What the wire does to messages on purpose. */
  readonly faults: FaultsInForce;
  /** Decrypts the secrets of the API keys. */
  readonly vault: Vault;
}

/** The most branches of one venue at a time: each is a whole market in memory. */
export const BRANCHES_MAX = 16;

/** What is known of a branch. */
interface Branch {
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/** The running branches of a venue, which end with it. */
export class Branches<V extends Branch> {
  readonly #start: () => Promise<V>;
  readonly #running = new Set<V>();
  #starting: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** @param start starts a branch from the present moment */
  constructor(start: () => Promise<V>) {
    this.#start = start;
  }

  /**
   * Starts a branch, after those that are being started. @throws BranchError if there are
   * {@link BRANCHES_MAX}
   */
  add(): Promise<V> {
    const added = this.#starting.then(() => this.#add());
    this.#starting = added.catch(() => undefined); // the caller has the rejection
    return added;
  }

  async #add(): Promise<V> {
    if (this.#isClosed) throw new BranchError("the venue stops");
    if (this.#running.size >= BRANCHES_MAX)
      throw new BranchError(`a venue has at most ${BRANCHES_MAX} branches at a time: stop one first`);
    const branch = await this.#start();
    this.#running.add(branch);
    const forget = (): void => void this.#running.delete(branch);
    branch.stopped.then(forget, forget);
    return branch;
  }

  /** Stops all of them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#starting;
    await Promise.all([...this.#running].map((branch) => branch.stop()));
  }
}

/** A branch that cannot be made; the message names what was asked for and what there is. */
export class BranchError extends Error {
  override readonly name = "BranchError";
}
