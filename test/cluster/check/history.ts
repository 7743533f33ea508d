/**
 * What a client saw of a cluster, in the order in which it came to know; times are of one monotonic clock,
 * ms.
 */
export type Observation = Placed | Read | Listening | Pushed | Book;

/** An order that was sent, perhaps several times with the same bytes, and what became of it. */
export interface Placed {
  readonly type: "placed";
  readonly account: string;
  readonly clientId: string;
  /** The node that answered, or was asked last. */
  readonly node: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly answer: PlacementAnswer;
}

export type PlacementAnswer =
  | { readonly type: "acknowledged"; readonly order: string; readonly version: number }
  /** The venue says that it did not happen. */
  | { readonly type: "refused"; readonly why: string }
  /** Nobody knows: no answer, or one that says so. */
  | { readonly type: "unknown" };

/** An account's live orders, as one node showed them. */
export interface Read {
  readonly type: "read";
  readonly account: string;
  readonly node: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The sequence number that the answer includes. */
  readonly version: number;
  readonly orders: readonly { readonly order: string; readonly clientId: string }[];
}

/** From now on a socket pushes what happens to an account's orders, until it ends. */
export interface Listening {
  readonly type: "listening";
  readonly account: string;
  readonly node: string;
  readonly at: number;
  /** No other has its name. */
  readonly socket: string;
}

/** A private push of an order. */
export interface Pushed {
  readonly type: "pushed";
  readonly account: string;
  readonly node: string;
  /** The one it came over. */
  readonly socket: string;
  readonly at: number;
  /** The sequence number of the command that it tells of. */
  readonly version: number;
  readonly order: string;
  readonly clientId: string;
}

/** The book that the pushes of a socket have made, at one of its versions. */
export interface Book {
  readonly type: "book";
  readonly node: string;
  readonly socket: string;
  /** The version that the push began from; undefined where it was a whole book. */
  readonly since: number | undefined;
  readonly version: number;
  /** Levels of the book, best first, as text. */
  readonly levels: string;
}

/** An order that the log holds in the end. */
export interface Logged {
  readonly account: string;
  readonly clientId: string;
  readonly order: string;
}

/** A promise that was broken, in words. */
export interface Fault {
  readonly type: FaultType;
  readonly says: string;
}

export const FAULT_TYPES = [
  "lost",
  "doubled",
  "stale",
  "phantom",
  "contradicted",
  "missed",
  "divergent",
] as const;

export type FaultType = (typeof FAULT_TYPES)[number];
