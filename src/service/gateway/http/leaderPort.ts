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

/** Whoever asked waits for the answer no more. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor() {
    super("its caller hung up");
  }
}

/** How new what a gateway shows is. */
export interface Staleness {
  /** How long ago the leader, or else the end of the log, was last heard of, ms; 0 where it is here. */
  readonly sinceSignMs: number;
  /** Whether that is longer than a node may show what it has without saying so. */
  readonly isStale: boolean;
}

/** Of a gateway that is the only one there is: nothing is newer. */
export const NEVER_STALE: Staleness = { sinceSignMs: 0, isStale: false };

/**
 * How a gateway reaches the node that leads, where that may be another one. A gateway without it is the only
 * one there is.
 */
export interface LeaderPort extends Staleness {
  /** Whether this node leads: then every request is answered here. */
  readonly isHere: boolean;
  /** How long a request waits for somebody to lead, or for the market of this node to be opened anew, ms. */
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
