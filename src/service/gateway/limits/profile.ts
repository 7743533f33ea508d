/** A budget that is full again once its window has passed. */
export interface Budget {
  readonly max: number;
  readonly windowMs: number;
}

/** What clients may use of one version; `undefined` where there is no limit. */
export interface VersionLimits {
  /** Weights of all requests from one address. */
  readonly ipWeight: Budget | undefined;
  /** Weights of all signed requests of one account. */
  readonly uidWeight: Budget | undefined;
  /** Requests of one account to one operation that places or cancels. */
  readonly perOperation: Budget | undefined;
  /** Orders placed by one account; each order of a batch counts. */
  readonly placements: Budget | undefined;
  /** Orders cancelled by one account; each order of a batch counts. */
  readonly cancels: Budget | undefined;
  /** Orders placed by one account in a shorter window; both limits hold. */
  readonly burst?: Budget | undefined;
  /**
   * How many requests of an address may be refused in a window of its weight; beyond that it is banned for
   * the rest of the window.
   */
  readonly refusedMax?: number | undefined;
}

/** The limits of clients: V2's in the profile itself, the others' under their names (left out: no limit). */
export interface LimitProfile extends VersionLimits {
  readonly name: string;
  readonly v3?: VersionLimits;
  readonly fapi?: VersionLimits & { readonly sockets?: SocketLimits };
  /** Connections from one address: new ones, and upgrades of used ones. */
  readonly connections: Budget | undefined;
  /** Whether connections from this machine count (default: exempt). Weights always count. */
  readonly loopback?: "exempt" | "counted";
  /** Limits on WebSocket connections. */
  readonly sockets?: SocketLimits;
  /**
   * Limits of the spot market, which the interface declares with the others; this venue has no spot
   * operations.
   */
  readonly spot?: SpotLimits;
}

/** Limits of WebSocket clients; one that is left out does not exist. */
export interface SocketLimits {
  /** Connections that one address holds at a time; this machine's own as `loopback` says. */
  readonly concurrent?: number;
  /** Channels that one connection listens to. */
  readonly channels?: number;
  /** Channels that one connection subscribes to; leaving one is free. */
  readonly operations?: Budget;
  /** Messages of one connection, in a dialect that counts them; a message too many closes it. */
  readonly messages?: Budget;
}

/** What one account may do in the spot market. All cancel budgets hold at once. */
export interface SpotLimits {
  readonly placements?: Budget;
  readonly cancels?: readonly Budget[];
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const published = {
  ipWeight: { max: 1_000, windowMs: 10 * SECOND },
  uidWeight: { max: 1_000, windowMs: 10 * SECOND },
  perOperation: { max: 10, windowMs: SECOND },
  connections: { max: 300, windowMs: 5 * MINUTE },
  sockets: { concurrent: 100, channels: 100, operations: { max: 240, windowMs: HOUR } },
} as const;

/** V3's published limits: half of the weight, and orders are counted instead of weighed. */
const v3 = {
  ipWeight: { max: 500, windowMs: 10 * SECOND },
  uidWeight: { max: 500, windowMs: 10 * SECOND },
  perOperation: undefined,
  placements: { max: 300, windowMs: MINUTE },
  cancels: undefined,
} as const;

/** The fapi dialect's limits, as its exchangeInfo announces them. */
const fapi = {
  ipWeight: { max: 2_400, windowMs: MINUTE },
  uidWeight: undefined,
  perOperation: undefined,
  placements: { max: 1_200, windowMs: MINUTE },
  cancels: undefined,
  burst: { max: 300, windowMs: 10 * SECOND },
  refusedMax: 50,
  sockets: { channels: 1_024, messages: { max: 10, windowMs: SECOND } },
} as const;

/** No limit on a version. */
export const unlimited: VersionLimits = {
  ipWeight: undefined,
  uidWeight: undefined,
  perOperation: undefined,
  placements: undefined,
  cancels: undefined,
};

export const limitProfiles = {
  /**
   * The limits of the interface document, and the published weight budget, which the document leaves open.
   */
  seed: {
    name: "seed",
    ...published,
    placements: { max: 50, windowMs: MINUTE },
    cancels: { max: 50, windowMs: MINUTE },
    v3,
    fapi,
    spot: {
      placements: { max: 100, windowMs: MINUTE },
      cancels: [
        { max: 80, windowMs: 10 * SECOND },
        { max: 200, windowMs: MINUTE },
      ],
    },
  },
  /** Only the limits that the operator of the interface has published: no limit per minute. */
  published: { name: "published", ...published, placements: undefined, cancels: undefined, v3, fapi },
  off: { name: "off", ...unlimited, connections: undefined },
} as const satisfies Record<string, LimitProfile>;

export type LimitProfileName = keyof typeof limitProfiles;
