import { BranchError } from "./branchError.ts";

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
