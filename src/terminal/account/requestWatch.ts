import { operations } from "../../client/index.ts";
import type { v2 } from "../../wire/index.ts";
import { Store } from "../state/store.ts";
import { whileShown } from "../state/whileShown.ts";
import type { Thrift } from "./thrift.ts";

export type RequestRow = v2.Requests["entries"][number];

const EVERY_MS = 1_900;
const ROWS_MAX = 200;

/** What became of the account's requests by other programs, newest first: the venue's own request log, read while it is looked at. */
export class RequestWatch {
  readonly rows = new Store<readonly RequestRow[]>([]);
  readonly #thrift: Thrift;
  #after: number | undefined;

  constructor(thrift: Thrift) {
    this.#thrift = thrift;
  }

  /** Goes on where it was left. @returns ends it */
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
    const { entries, next } = await this.#thrift.ask(operations.account.requestLog, {
      limit: 100,
      ...(after !== undefined && { after }),
    });
    if (signal.aborted) return; // whoever follows next reads it again
    this.#after = next;
    const fresh = entries.filter(({ program }) => !isBrowser(program));
    if (fresh.length > 0) this.rows.set([...fresh.toReversed(), ...this.rows.value].slice(0, ROWS_MAX));
  }
}

/** Browsers all begin so: this page is one, and is not what its reader looks for. */
function isBrowser(program: string): boolean {
  return program.startsWith("Mozilla/");
}
