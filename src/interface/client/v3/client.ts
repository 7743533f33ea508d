import { Channels } from "../channels.ts";
import type { ClientOptions } from "../clientOptions.ts";
import { clientParts } from "../clientOptions.ts";
import { v3LimitsByName } from "../limits.ts";
import type { Caller, CallGroups } from "../operation.ts";
import { callGroupsOf } from "../operation.ts";
import { openPrivate, openPublic } from "../socketParts.ts";
import { VersionClient } from "../versionClient.ts";
import type { Message } from "./dialect.ts";
import { v3Dialect } from "./dialect.ts";
import { operations } from "./generated/operations.ts";
import { V3Watch } from "./watch.ts";

/** The interface's code for a timestamp outside the window. */
const TIMESTAMP_EXPIRED = "-1046";
const PUBLIC = "/v3/ws/public";
const PRIVATE = "/v3/ws/private";

type Groups = CallGroups<typeof operations>;

/**
 * A client of the V3 interface. What a paper account does is in `paper`, under the names that the real one
 * has.
 */
export class V3Client extends VersionClient<Message> implements Groups {
  readonly market: Groups["market"];
  readonly account: Groups["account"];
  readonly orders: Groups["orders"];
  readonly algo: Groups["algo"];
  readonly paper: Groups["paper"];
  readonly partner: Groups["partner"];
  readonly spot: Groups["spot"];
  /** What the venue pushes. The sockets are opened when something is first asked of them. */
  readonly watch: V3Watch;

  constructor(options: Omit<ClientOptions, "paper">) {
    const { sockets, ...parts } = clientParts(options, {
      limitsByName: v3LimitsByName,
      expiredCode: TIMESTAMP_EXPIRED,
      askTime: async (signal) => (await this.market.time({}, signal && { signal })).serverTime,
    });
    const { timing, reconnection, timeoutMs } = sockets;
    const streams = (path: string, connect: () => Promise<WebSocket>) =>
      new Channels(path, { connect, timing, reconnection, timeoutMs }, v3Dialect);
    const opened = {
      public: streams(PUBLIC, () => openPublic(sockets, PUBLIC)),
      private: streams(PRIVATE, () => openPrivate(sockets, PRIVATE, operations.account.accountConfig)),
    };
    super(parts, opened);
    const call: Caller = async (operation, input, given) => (await this.ask(operation, input, given)).value;
    const calls = callGroupsOf(operations, call);
    this.market = calls.market;
    this.account = calls.account;
    this.orders = calls.orders;
    this.algo = calls.algo;
    this.paper = calls.paper;
    this.partner = calls.partner;
    this.spot = calls.spot;
    this.watch = new V3Watch(opened.public, opened.private);
  }
}
