/** Both ends included. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/** One way in which what passes between a client and the venue goes wrong. */
export interface FaultKind {
  /** What it happens to: requests, the handshakes of sockets among them; what channels push. */
  readonly to: readonly ("requests" | "pushes")[];
  /** Continues "fault 3: ". */
  readonly does: string;
  /** The milliseconds that it must be told, if it takes any. */
  readonly ms?: Range;
  /** The statuses that it can answer with; the first is the usual one. */
  readonly statuses?: readonly number[];
  /** Whether it can be told what `Retry-After` says, and how much of an answer arrives. */
  readonly takes?: readonly ("retryAfter" | "bytes")[];
}

/**
 * Every kind of fault, by the word that sets it. What a kind does: `gateway/faults/`; what a good bot does:
 * docs/faults.md.
 */
export const faultKinds = {
  "rate-limited": { to: ["requests"], does: "refused with 429", takes: ["retryAfter"] },
  "server-error": { to: ["requests"], does: "refused with a 5xx of the venue", statuses: [500, 503] },
  "edge-page": {
    to: ["requests"],
    does: "answered by the edge with an HTML page",
    statuses: [521, 502, 504],
  },
  maintenance: {
    to: ["requests", "pushes"],
    does: "under maintenance: requests get 503, sockets are closed",
    takes: ["retryAfter"],
  },
  "key-inactive": { to: ["requests"], does: "refused because the key is not effective yet" },
  "account-restricted": {
    to: ["requests"],
    does: "refused because the account is restricted; cancellations pass",
  },
  "clock-skew": {
    to: ["requests"],
    does: "judged and answered by a clock that is off",
    ms: { min: -86_400_000, max: 86_400_000 },
  },
  slow: { to: ["requests"], does: "answered piece by piece", ms: { min: 1, max: 60_000 } },
  cut: { to: ["requests"], does: "answered in part, then cut", takes: ["bytes"] },
  "answer-lost": { to: ["requests"], does: "carried out, and the answer lost" },
  "half-closed": {
    to: ["requests", "pushes"],
    does: "half-closed: nothing more is said, and what is sent is taken",
  },
  stale: { to: ["requests", "pushes"], does: "shown what was shown first: old answers, old snapshots" },
  "push-dropped": { to: ["pushes"], does: "pushes dropped" },
  "push-duplicated": { to: ["pushes"], does: "pushes sent twice" },
  "push-delayed": { to: ["pushes"], does: "pushes delayed", ms: { min: 1, max: 3_600_000 } },
  "push-reordered": { to: ["pushes"], does: "pushes sent after the next one" },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultKindName = keyof typeof faultKinds;
