import { Channels } from "../channels.ts";
import type { ClientOptions } from "../clientOptions.ts";
import { clientParts } from "../clientOptions.ts";
import { limitsByName } from "../limits.ts";
import type { Caller, CallGroups } from "../operation.ts";
import { callGroupsOf } from "../operation.ts";
import type { SocketParts } from "../socketParts.ts";
import { openPrivate, openPublic } from "../socketParts.ts";
import type { Timing } from "../timing.ts";
import { type Sockets, VersionClient } from "../versionClient.ts";
import { requireFor } from "../watchArguments.ts";
import { AccountMirror } from "./accountMirror.ts";
import type { AccountSnapshot, Ask } from "./accountSnapshot.ts";
import type { Message } from "./dialect.ts";
import { v2Dialect } from "./dialect.ts";
import { operations } from "./generated/operations.ts";
import { OrderBook } from "./orderBook.ts";
import { Watch } from "./watch.ts";

/** The interface's code for a timestamp outside the window. */
const TIMESTAMP_EXPIRED = "40008";
/** The paths of the paper account's signed operations, in place of the real account's. */
const PAPER = ["/capi/v2/", "/capi/v2/sim/"] as const;

type Groups = CallGroups<typeof operations>;

/** A client of the V2 interface. */
export class V2Client extends VersionClient<Message> implements Groups {
  readonly market: Groups["market"];
  readonly account: Groups["account"];
  readonly positions: Groups["positions"];
  readonly orders: Groups["orders"];
  readonly plans: Groups["plans"];
  readonly contest: Groups["contest"];
  /** The venue's pushes. The sockets are opened when first used. */
  readonly watch: Watch;
  readonly #timing: Timing;
  readonly #sockets: Sockets<Message>;

  constructor(options: ClientOptions) {
    const isPaper = options?.paper === true; // without options it is refused below
    const { sockets, ...parts } = clientParts(options, {
      limitsByName,
      expiredCode: TIMESTAMP_EXPIRED,
      signedUnder: isPaper ? PAPER : undefined,
      askTime: async (signal) => (await this.market.time({}, signal && { signal })).timestamp,
    });
    const opened = { public: publicSocket(sockets), private: privateSocket(sockets, isPaper) };
    super(parts, opened);
    this.#sockets = opened;
    this.#timing = sockets.timing;
    const call: Caller = async (operation, input, given) => (await this.ask(operation, input, given)).value;
    const calls = callGroupsOf(operations, call);
    this.market = calls.market;
    this.account = calls.account;
    this.positions = calls.positions;
    this.orders = calls.orders;
    this.plans = calls.plans;
    this.contest = calls.contest;
    this.watch = new Watch(opened.public, opened.private);
  }

  /** A contract's order book, kept up to date; resolves when the first snapshot is there. */
  async orderBook(symbol: string, depth: 15 | 200 = 15): Promise<OrderBook> {
    requireFor("orderBook", symbol, depth);
    return OrderBook.open(this.#sockets.public, this.#timing, symbol, depth);
  }

  /**
   * The key's account, kept up to date; resolves when it is complete.
   *
   * @param before the account as it is being read already, or was: it is not read again if it is still so
   */
  accountMirror(before?: Promise<AccountSnapshot>): Promise<AccountMirror> {
    const ask: Ask = (operation, input, options) => this.ask(operation, input, options);
    return AccountMirror.open(this.#sockets.private, ask, this.#timing, before);
  }
}

const PUBLIC = "/v2/ws/public";
const PRIVATE = "/v2/ws/private";

/** The socket of market data. */
function publicSocket(parts: SocketParts): Channels<Message> {
  const { timing, reconnection, timeoutMs } = parts;
  return new Channels(
    PUBLIC,
    { connect: () => openPublic(parts, PUBLIC), timing, reconnection, timeoutMs },
    v2Dialect(),
  );
}

/** The socket of the key's account, or of its paper account. */
function privateSocket(parts: SocketParts, isPaper: boolean): Channels<Message> {
  const { timing, reconnection, timeoutMs } = parts;
  const connect = () => openPrivate(parts, PRIVATE, operations.account.settings);
  return new Channels(
    PRIVATE,
    { connect, timing, reconnection, timeoutMs },
    v2Dialect(isPaper ? "sim." : ""),
  );
}
