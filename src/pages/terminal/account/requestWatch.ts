import { operations } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { whileShown } from "../state/following.ts";
import { Store } from "../state/store.ts";
import type { RequestBudget } from "./requestBudget.ts";

export type RequestRow = v2.Requests["entries"][number];

const EVERY_MS = 1_900;
const ROWS_MAX = 200;

/**
 * The outcomes of requests by other programs of the account, newest first: the venue's own request log, read
 * while somebody looks at it.
 */
export class RequestWatch {
  readonly rows = new Store<readonly RequestRow[]>([]);
  readonly #budget: RequestBudget;
  #after: number | undefined;

  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  /** Follows the log from where it was left. @returns how to stop */
  follow(): () => void {
    const leaving = new AbortController();
    void this.#run(leaving.signal);
    return () => leaving.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await whileShown();
      await this.#read(signal).catch(() => undefined); // asked again soon
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const after = this.#after;
    const { entries, next } = await this.#budget.ask(operations.account.requestLog, {
      limit: 100,
      ...(after !== undefined && { after }),
    });
    if (signal.aborted) return; // the next follower reads it again
    // A venue that started over counts from 1 again.
    const isAnew = after !== undefined && next < after;
    this.#after = isAnew ? undefined : next;
    if (isAnew) return this.#read(signal);
    const fresh = entries.filter(({ program }) => !isBrowser(program));
    if (fresh.length > 0) this.rows.set([...fresh.toReversed(), ...this.rows.value].slice(0, ROWS_MAX));
  }
}

/** Browsers' names begin with this word. This page is a browser, and its own requests are left out. */
function isBrowser(program: string): boolean {
  return program.startsWith("Mozilla/");
}
