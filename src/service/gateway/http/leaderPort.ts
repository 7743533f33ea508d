import type { AskedByMessage, HeadersRead } from "./requestHead.ts";
import type { Response } from "./respond.ts";

/** A request as it came, so that another node can judge all of it anew. */
export interface WholeRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: HeadersRead & { readonly authorization?: string | undefined };
  /** Of the client. */
  readonly address: string;
  readonly message?: AskedByMessage | undefined;
  readonly body: Uint8Array;
  /** Aborted once nobody waits for the answer any more. */
  readonly gone?: AbortSignal;
}

/** The client that asked no longer waits for the answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor() {
    super("its caller hung up");
  }
}

/** How old the state is that a gateway shows. */
export interface Staleness {
  /**
   * How long ago this node last heard of the leader, or else of the end of the log, ms; 0 where it leads.
   */
  readonly sinceSignMs: number;
  /** Whether that is longer than a node may show its state without saying so. */
  readonly isStale: boolean;
}

/** For a gateway that is the only one: its state is always the newest. */
export const NEVER_STALE: Staleness = { sinceSignMs: 0, isStale: false };

/** How a gateway reaches the leader, where another node may lead. A gateway without it is the only one. */
export interface LeaderPort extends Staleness {
  /** Whether this node leads: then every request is answered here. */
  readonly isHere: boolean;
  /** How long a request waits for a node to lead, or for the market of this node to be opened anew, ms. */
  readonly patienceMs: number;
  /**
   * Has the leader answer a request; waits for a while where nobody leads. `undefined`: this node has come to
   * lead meanwhile, and answers it itself.
   *
   * @param isRepeatable whether a second time, byte for byte, changes nothing: then it is sent again where it
   * is not known whether it was carried out
   * @throws WireError `unavailable`, saying whether it may have been carried out
   */
  send(request: WholeRequest, isRepeatable: boolean): Promise<Response | undefined>;
}
