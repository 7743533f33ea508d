import type { Answer } from "../form.ts";
import type { Limits, LimitsName } from "../limits.ts";
import { limitsByName } from "../limits.ts";
import type { OpenSocket } from "../openSocket.ts";
import { openSystemSocket } from "../openSocket.ts";
import type { Caller, CallOptions, Calls, Operation } from "../operation.ts";
import { callsOf } from "../operation.ts";
import { Reconnection } from "../reconnection.ts";
import type { SigningCredentials } from "../rest.ts";
import { Rest } from "../rest.ts";
import { ServerClock } from "../serverClock.ts";
import type { BudgetUse } from "../throttle.ts";
import type { Timing } from "../timing.ts";
import { systemTiming } from "../timing.ts";
import { AccountMirror } from "./accountMirror.ts";
import type { Ask } from "./accountSnapshot.ts";
import type { Channels } from "./channels.ts";
import {
  accountOperations,
  contestOperations,
  marketOperations,
  orderOperations,
  planOperations,
  positionOperations,
} from "./operations.ts";
import { OrderBook } from "./orderBook.ts";
import { privateSocket, publicSocket } from "./sockets.ts";
import { Watch } from "./watch.ts";

export interface ClientOptions {
  /** "http://127.0.0.1:8787" */
  readonly baseUrl: string;
  /** Without, market data only. */
  readonly credentials?: SigningCredentials;
  /** Trades on the key's paper account: simulated money in the real book. Default false. Only this venue has it. */
  readonly paper?: boolean;
  /** The venue's budgets, kept by waiting. Default `seed`; a test venue without limits wants `off`. */
  readonly limits?: LimitsName | Limits;
  /** How long an attempt may take. Default 10 000. */
  readonly timeoutMs?: number;
  /** Further attempts at a request that may be sent again; 0 for none. Default 10: a venue that restarts is waited for. */
  readonly retries?: number;
  /** How long a request may wait for a budget before it is refused. Default 60 000. */
  readonly waitMaxMs?: number;
  /** Language of error texts, "zh-CN". Default: the venue's. */
  readonly locale?: string;
  /** "ws://127.0.0.1:8787". Default: `baseUrl` with `ws` for `http`. */
  readonly wsUrl?: string;
  /** Default: the runtime's own WebSocket. */
  readonly openSocket?: OpenSocket;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  readonly timing?: Timing;
}

/** The interface's code for a timestamp outside the window. */
const TIMESTAMP_EXPIRED = "40008";
/** Where the signed operations of the paper account are, in the place of those of the real one. */
const PAPER = ["/capi/v2/", "/capi/v2/sim/"] as const;
const TIMEOUT_MS = 10_000;
/** At least 6.5 s of pauses, at most 13: a restart of the venue is shorter than that. */
const RETRIES = 10;

/** A client of the V2 interface. */
export class V2Client {
  readonly market: Calls<typeof marketOperations>;
  readonly account: Calls<typeof accountOperations>;
  readonly positions: Calls<typeof positionOperations>;
  readonly orders: Calls<typeof orderOperations>;
  readonly plans: Calls<typeof planOperations>;
  readonly contest: Calls<typeof contestOperations>;
  /** The time that requests are signed with, and how far the venue's is from it. */
  readonly clock: ServerClock;
  /** What the venue pushes. The sockets are opened when something is first asked of them. */
  readonly watch: Watch;
  readonly #rest: Rest;
  readonly #timing: Timing;
  readonly #sockets: { readonly public: Channels; readonly private: Channels };

  constructor(options: ClientOptions) {
    const { limits = "seed", timing = systemTiming } = options;
    this.clock = new ServerClock(timing, async (signal) => {
      const { timestamp } = await this.market.time({}, signal && { signal });
      return timestamp;
    });
    this.#rest = new Rest(
      {
        baseUrl: options.baseUrl,
        credentials: options.credentials,
        limits: typeof limits === "string" ? limitsByName[limits] : limits,
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        retries: options.retries ?? RETRIES,
        waitMaxMs: options.waitMaxMs ?? 60_000,
        locale: options.locale,
        fetch: options.fetch,
        timing,
        expiredCode: TIMESTAMP_EXPIRED,
        signedUnder: options.paper === true ? PAPER : undefined,
      },
      this.clock,
    );
    const call: Caller = async (operation, input, given) => (await this.ask(operation, input, given)).value;
    this.market = callsOf(marketOperations, call);
    this.account = callsOf(accountOperations, call);
    this.positions = callsOf(positionOperations, call);
    this.orders = callsOf(orderOperations, call);
    this.plans = callsOf(planOperations, call);
    this.contest = callsOf(contestOperations, call);
    const {
      wsUrl = options.baseUrl.replace(/^http/, "ws"),
      openSocket = openSystemSocket,
      timeoutMs = TIMEOUT_MS,
    } = options;
    const parts = {
      wsUrl: wsUrl.replace(/\/+$/, ""),
      openSocket,
      timeoutMs,
      timing,
      reconnection: new Reconnection(timing),
      rest: this.#rest,
      paper: options.paper === true,
    };
    this.#timing = timing;
    this.#sockets = { public: publicSocket(parts), private: privateSocket(parts) };
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
