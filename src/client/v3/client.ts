import { Channels } from "../channels.ts";
import type { ClientOptions } from "../clientOptions.ts";
import { clientParts } from "../clientOptions.ts";
import type { Answer } from "../form.ts";
import { v3LimitsByName } from "../limits.ts";
import type { Caller, CallGroups, CallOptions, Operation } from "../operation.ts";
import { callGroupsOf } from "../operation.ts";
import type { Rest } from "../rest.ts";
import type { ServerClock } from "../serverClock.ts";
import { openPrivate, openPublic } from "../socketParts.ts";
import type { BudgetUse } from "../throttle.ts";
import type { Message } from "./dialect.ts";
import { v3Dialect } from "./dialect.ts";
import { operations } from "./operations.ts";
import { V3Watch } from "./watch.ts";

/** The interface's code for a timestamp outside the window. */
const TIMESTAMP_EXPIRED = "-1046";
const PUBLIC = "/v3/ws/public";
const PRIVATE = "/v3/ws/private";

type Groups = CallGroups<typeof operations>;

/** A client of the V3 interface. What a paper account does is in `paper`, under the names that the real one has. */
export class V3Client implements Groups {
  readonly market: Groups["market"];
  readonly account: Groups["account"];
  readonly orders: Groups["orders"];
  readonly algo: Groups["algo"];
  readonly paper: Groups["paper"];
  readonly partner: Groups["partner"];
  readonly spot: Groups["spot"];
  /** The time that requests are signed with, and how far the venue's is from it. */
  readonly clock: ServerClock;
  /** What the venue pushes. The sockets are opened when something is first asked of them. */
  readonly watch: V3Watch;
  readonly #rest: Rest;
  readonly #sockets: { readonly public: Channels<Message>; readonly private: Channels<Message> };

  constructor(options: Omit<ClientOptions, "paper">) {
    const { clock, rest, sockets } = clientParts(options, {
      limitsByName: v3LimitsByName,
      expiredCode: TIMESTAMP_EXPIRED,
      askTime: async (signal) => (await this.market.time({}, signal && { signal })).serverTime,
    });
    this.clock = clock;
    this.#rest = rest;
    const call: Caller = async (operation, input, given) => (await this.ask(operation, input, given)).value;
    const calls = callGroupsOf(operations, call);
    this.market = calls.market;
    this.account = calls.account;
    this.orders = calls.orders;
    this.algo = calls.algo;
    this.paper = calls.paper;
    this.partner = calls.partner;
    this.spot = calls.spot;
    const { timing, reconnection } = sockets;
    const streams = (path: string, connect: () => Promise<WebSocket>) =>
      new Channels(path, { connect, timing, reconnection }, v3Dialect);
    this.#sockets = {
      public: streams(PUBLIC, () => openPublic(sockets, PUBLIC)),
      private: streams(PRIVATE, () => openPrivate(sockets, PRIVATE, operations.account.accountConfig)),
    };
    this.watch = new V3Watch(this.#sockets.public, this.#sockets.private);
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
