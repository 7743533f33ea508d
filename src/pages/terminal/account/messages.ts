import { operations, type V2Client } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { untilAborted, whileShown } from "../state/following.ts";
import { Saved } from "../state/saved.ts";
import { Store } from "../state/store.ts";
import type { RequestBudget } from "./requestBudget.ts";

export type Message = v2.Messages[number];

/**
 * Messages are pushed, and read with the account when the connection is back. In case one was missed all the
 * same, they are read this often, ms.
 */
const EVERY_MS = 60_000;

/** Identifies a message: in a venue that began anew, others have the same numbers. */
function markOf({ id, time }: Message): string {
  return `${id} ${time}`;
}

/** The messages after the one that was read last; all of them, if that is not among them. */
export function unreadOf(all: readonly Message[], lastRead: string): readonly Message[] {
  const at = all.findIndex((message) => markOf(message) === lastRead);
  return at < 0 ? all : all.slice(0, at);
}

/**
 * Identifies a key without revealing it: what this browser stores shows nothing of the key. 32 bits of
 * FNV-1a.
 */
function digestOf(key: string): string {
  let digest = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) digest = Math.imul(digest ^ byte, 0x01000193);
  return (digest >>> 0).toString(36);
}

/** The operator's messages to the owner of the account, and which of them were read in this browser. */
export class Messages {
  /** Newest first. */
  readonly all = new Store<readonly Message[]>([]);
  /** The latest message that was read, by its {@link markOf}. */
  readonly lastRead: Saved<string>;
  readonly #client: V2Client;
  readonly #budget: RequestBudget;
  readonly #closing = new AbortController();
  #wake = (): void => {};

  /** @param key of the account: another account's messages are read on their own */
  constructor(client: V2Client, budget: RequestBudget, key: string, begin: Promise<void>) {
    this.#client = client;
    this.#budget = budget;
    const entry = `outcry.messages.2.${digestOf(key)}`;
    this.lastRead = new Saved(entry, "", (value) => typeof value === "string");
    void begin.then(() => {
      void untilAborted(this.#closing.signal, () => this.#follow());
      void this.#poll();
    });
  }

  /** Takes all messages, as they were read; the oldest first. */
  take(all: v2.Messages): void {
    this.all.set(all.toReversed());
  }

  /** Marks all messages as read. */
  read(): void {
    const [latest] = this.all.value;
    if (latest !== undefined) this.lastRead.set(markOf(latest));
  }

  close(): void {
    this.#closing.abort();
    this.#wake();
  }

  async #poll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, EVERY_MS))]);
      await whileShown();
      await this.#read().catch(() => undefined); // read again soon; that the account cannot be read is told elsewhere
    }
  }

  /**
   * Reads all messages, which are few. A market that began anew numbers its messages from 1 again, so they
   * cannot be read from a number on.
   */
  async #read(): Promise<void> {
    this.take(await this.#budget.ask(operations.account.messages, {}));
  }

  async #follow(): Promise<void> {
    for await (const _ of await this.#client.watch.messages()) this.#wake();
  }
}
