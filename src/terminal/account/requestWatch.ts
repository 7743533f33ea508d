import type { V2Client } from "../../client/index.ts";
import type { v2 } from "../../wire/index.ts";
import { Store } from "../state/store.ts";

export type RequestRow = v2.Requests["entries"][number];

const EVERY_MS = 1_000;
const ROWS_MAX = 200;

/** What became of the account's requests by other programs, newest first: the venue's own request log, followed. */
export class RequestWatch {
  readonly rows = new Store<readonly RequestRow[]>([]);
  readonly #client: V2Client;
  readonly #changed: () => void;
  #after: number | undefined;
  #isClosed = false;

  /** @param changed called when a program has asked for something */
  constructor(client: V2Client, changed: () => void) {
    this.#client = client;
    this.#changed = changed;
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#read().catch(() => undefined); // asked again soon
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  async #read(): Promise<void> {
    const after = this.#after;
    const { entries, next } = await this.#client.account.requestLog({
      limit: 100,
      ...(after !== undefined && { after }),
    });
    this.#after = next;
    const fresh = entries.filter(({ program }) => !isBrowser(program));
    if (fresh.length === 0) return;
    this.rows.set([...fresh.toReversed(), ...this.rows.value].slice(0, ROWS_MAX));
    if (after !== undefined) this.#changed();
  }
}

/** Browsers all begin so: this page is one, and is not what its reader looks for. */
function isBrowser(program: string): boolean {
  return program.startsWith("Mozilla/");
}
