import { operations, type V2Client } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { Saved } from "../state/saved.ts";
import { Store } from "../state/store.ts";
import { untilAborted } from "../state/untilAborted.ts";
import { whileShown } from "../state/whileShown.ts";
import type { RequestBudget } from "./requestBudget.ts";

export type Message = v2.Messages[number];

/**
 * Messages are pushed, and read with the account when the connection is there again; in case that was missed,
 * too, they are read within this time, ms.
 */
const EVERY_MS = 60_000;

/** Tells a message from every other: those of a venue that began anew have the same numbers. */
function markOf({ id, time }: Message): string {
  return `${id} ${time}`;
}

/** The messages after the one that was read last; all, where that is not among them. */
export function unreadOf(all: readonly Message[], lastRead: string): readonly Message[] {
  const at = all.findIndex((message) => markOf(message) === lastRead);
  return at < 0 ? all : all.slice(0, at);
}

/**
 * Tells keys apart without telling them: what this browser stores says of no key what it is. 32 bits of
 * FNV-1a.
 */
function digestOf(key: string): string {
  let digest = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key)) digest = Math.imul(digest ^ byte, 0x01000193);
  return (digest >>> 0).toString(36);
}

/** What the operator tells the owner of the account, and which of it was read in this browser. */
export class Messages {
  /** Newest first. */
  readonly all = new Store<readonly Message[]>([]);
  /** The latest that was read, by its {@link markOf}. */
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

  /** Takes all that there are, as they were read; the oldest first. */
  take(all: v2.Messages): void {
    this.all.set(all.toReversed());
  }

  /** All of them were read. */
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
   * All of them, which are few: a market that began anew numbers its messages from 1 again, so there is no
   * going on from a number.
   */
  async #read(): Promise<void> {
    this.take(await this.#budget.ask(operations.account.messages, {}));
  }

  async #follow(): Promise<void> {
    for await (const _ of await this.#client.watch.messages()) this.#wake();
  }
}
