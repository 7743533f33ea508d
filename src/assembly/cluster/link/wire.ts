import type { NodeAddress } from "../../../kernel/journal/clusterLog.ts";
import type { Response, WholeRequest } from "../../../service/gateway/index.ts";

/** The leader did not take a request: it did nothing. */
export class NotTaken extends Error {
  override readonly name = "NotTaken";
}

/** A request was sent and not answered: whether it was carried out is not known. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/** A node that leads is of a build whose link this one does not speak: the two cannot be in one cluster. */
export class OtherLinkError extends Error {
  override readonly name = "OtherLinkError";
}

/**
 * How nodes reach each other: connections that carry lines of text both ways, in order, and beside them
 * requests with an answer each. A venue's is HTTP/2 (`http2Wire.ts`); a simulation's loses and delays what it
 * is told to.
 */
export interface Wire {
  /** Serves other nodes from now on; port 0 takes a free one. */
  listen(at: { readonly host: string; readonly port: number }, service: LinkService): Promise<WireListener>;
  /** Connects to the node at an address, to follow it. */
  connect(address: string, self: NodeAddress, peer: LinkPeer): LinkConnection;
  /** Whether a node answers at an address, leading or not; not waited for longer than `withinMs`. */
  reaches(address: string, withinMs: number): Promise<boolean>;
}

export interface WireListener {
  readonly port: number;
  /** Ends all connections, and listens no more. */
  close(): Promise<void>;
}

/** What a node does for those that connect to it. */
export interface LinkService {
  /** Takes in a node that wants to follow; `undefined` where this one does not lead. */
  follow(who: NodeAddress, channel: Channel): ChannelListener | undefined;
  /**
   * Answers a request that another node has passed on. `undefined`: this node does not lead and has done
   * nothing. A promise of `undefined`: it lost the lead meanwhile, and nobody knows.
   */
  answer(request: WholeRequest): Promise<Response | undefined> | undefined;
}

/** The way to a node that follows. */
export interface Channel {
  /** Bytes that the other node has not taken yet. */
  readonly backlogBytes: number;
  send(line: string): void;
  /** Ends the channel once everything that was sent has left. */
  close(): void;
  /** Ends the whole connection, whether the other node takes anything or not. */
  cut(): void;
}

export interface ChannelListener {
  onLine(line: string): void;
  /** The channel has ended; called once, after {@link Channel.close} and {@link Channel.cut} too. */
  onClose(): void;
}

/** Who has connected to another node. */
export interface LinkPeer {
  onLine(line: string): void;
  /**
   * The other node is of a build whose link this one does not speak; the end follows. @param why for people
   */
  onOtherLink(why: string): void;
  /** The connection has ended, or was refused; called once, and not after {@link LinkConnection.close}. */
  onEnd(why: string): void;
}

export interface LinkConnection {
  send(line: string): void;
  /** Passes a client's request on. @throws NotTaken, Unanswered */
  request(request: WholeRequest): Promise<Response>;
  close(): void;
}
