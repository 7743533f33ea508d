import type { Channels } from "../channels.ts";
import type { ClientOptions } from "../clientOptions.ts";
import { clientParts } from "../clientOptions.ts";
import type { Answer } from "../form.ts";
import { limitsByName } from "../limits.ts";
import type { Caller, CallGroups, CallOptions, Operation } from "../operation.ts";
import { callGroupsOf } from "../operation.ts";
import type { Rest } from "../rest.ts";
import type { ServerClock } from "../serverClock.ts";
import type { BudgetUse } from "../throttle.ts";
import type { Timing } from "../timing.ts";
import { AccountMirror } from "./accountMirror.ts";
import type { Ask } from "./accountSnapshot.ts";
import type { Message } from "./dialect.ts";
import { operations } from "./operations.ts";
import { OrderBook } from "./orderBook.ts";
import { privateSocket, publicSocket } from "./sockets.ts";
import { Watch } from "./watch.ts";

/** The interface's code for a timestamp outside the window. */
const TIMESTAMP_EXPIRED = "40008";
/** Where the signed operations of the paper account are, in the place of those of the real one. */
const PAPER = ["/capi/v2/", "/capi/v2/sim/"] as const;

type Groups = CallGroups<typeof operations>;

/** A client of the V2 interface. */
export class V2Client implements Groups {
  readonly market: Groups["market"];
  readonly account: Groups["account"];
  readonly positions: Groups["positions"];
  readonly orders: Groups["orders"];
  readonly plans: Groups["plans"];
  readonly contest: Groups["contest"];
  /** The time that requests are signed with, and how far the venue's is from it. */
  readonly clock: ServerClock;
  /** What the venue pushes. The sockets are opened when something is first asked of them. */
  readonly watch: Watch;
  readonly #rest: Rest;
  readonly #timing: Timing;
  readonly #sockets: { readonly public: Channels<Message>; readonly private: Channels<Message> };

  constructor(options: ClientOptions) {
    const isPaper = options.paper === true;
    const { clock, rest, sockets } = clientParts(options, {
      limitsByName,
      expiredCode: TIMESTAMP_EXPIRED,
      signedUnder: isPaper ? PAPER : undefined,
      askTime: async (signal) => (await this.market.time({}, signal && { signal })).timestamp,
    });
    this.clock = clock;
    this.#rest = rest;
    this.#timing = sockets.timing;
    const call: Caller = async (operation, input, given) => (await this.ask(operation, input, given)).value;
    const calls = callGroupsOf(operations, call);
    this.market = calls.market;
    this.account = calls.account;
    this.positions = calls.positions;
    this.orders = calls.orders;
    this.plans = calls.plans;
    this.contest = calls.contest;
    this.#sockets = { public: publicSocket(sockets), private: privateSocket(sockets, isPaper) };
    this.watch = new Watch(this.#sockets.public, this.#sockets.private);
  }

  /** A contract's order book, kept up to date; resolves when the first snapshot is there. */
  orderBook(symbol: string, depth: 15 | 200 = 15): Promise<OrderBook> {
    return OrderBook.open(this.#sockets.public, this.#timing, symbol, depth);
  }

  /** The key's account, kept up to date; resolves when it is complete. */
  accountMirror(): Promise<AccountMirror> {
    const ask: Ask = (operation, input, options) => this.ask(operation, input, options);
    return AccountMirror.open(this.#sockets.private, ask, this.#timing);
  }

  /** The time that a message takes to the venue and back on a socket, ms. */
  echo(socket: "public" | "private"): Promise<number> {
    return this.#sockets[socket].echo();
  }

  /** Drops a socket's connection, as a network might: for programs that test how they take it. */
  dropConnection(socket: "public" | "private"): void {
    this.#sockets[socket].drop();
  }

  /** What of the venue's budgets this client has used, rule by rule; other programs of the account use them, too. */
  budgets(): readonly BudgetUse[] {
    return this.#rest.budgets();
  }

  /** Closes the sockets and ends all feeds. REST goes on working. */
  close(): void {
    this.#sockets.public.close();
    this.#sockets.private.close();
  }

  /**
   * Calls an operation and tells, beside its answer, which version of the account the answer includes. The functions of
   * the groups are this without the version.
   *
   * @throws VenueError the venue's refusal
   * @throws NoAnswerError after the last attempt
   * @throws ThrottledError not sent: no budget for it in time
   */
  ask<In, Out>(operation: Operation<In, Out>, input: In, options?: CallOptions): Promise<Answer<Out>> {
    return this.#rest.ask(operation, input, options);
  }
}
