import type { ClockState } from "../../../kernel/engine/index.ts";
import type { NodeAddress } from "../../../kernel/journal/clusterLog.ts";
import type { Share, StreamsTold } from "../../../service/gateway/index.ts";

/*
 * What nodes say to each other over a link, as lines of JSON: the leader says what is durable, the followers
 * ask questions.
 */

/** What the leader says of itself: the log is durable up to `seq`, and how market time runs. */
export interface Heartbeat {
  readonly epoch: number;
  readonly seq: number;
  readonly clock: ClockState;
  /** The nodes that follow the leader; given with a sign of life, not with each frame. */
  readonly followers?: readonly Follower[];
}

/** A node that follows the one that leads. */
export interface Follower extends NodeAddress {
  /** The last sequence number that the node has said to have executed. */
  readonly seq: number;
}

/** What clients have used of their limits at the node that says it, or at one that it leads. */
export interface Used {
  readonly used: readonly Share[];
}

/** How long user data streams live: of all, to a node that has come to follow, then of each that changes. */
export interface Streams {
  readonly streams: StreamsTold;
}

/** A frame that the leader has appended, as it is stored, in base64: what follows need not read it. */
export interface Sent {
  readonly frame: string;
}

/** A line from the leader. */
export type LeaderLine =
  | Heartbeat
  | { readonly answer: number; readonly seq: number }
  | Used
  | Streams
  | Sent;

/** A line from a follower: a question for the durable head, how far it has executed, or what was used. */
export type FollowerLine = { readonly ask: number } | { readonly at: number } | Used;

/**
 * What another node has sent, from JSON; `undefined` where it is no object, and the two do not understand
 * each other.
 */
export function readObject<T>(text: string): T | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? (message as T) : undefined;
  } catch {
    return undefined; // it is no JSON
  }
}
