import type { Operation, OrderCount } from "./operation.ts";
import type { Budget, Claim } from "./throttle.ts";

/** The venue's budgets that a client keeps; `undefined`: no such budget. */
export interface Limits {
  /** Weights of all requests from this address. */
  readonly ipWeight?: Budget;
  /** Weights of all signed requests of the account. */
  readonly uidWeight?: Budget;
  /** Requests to one operation that places or cancels. */
  readonly perOperation?: Budget;
  /** Orders placed; each order of a batch counts. */
  readonly placements?: Budget;
  /** Orders cancelled; each order of a batch counts. */
  readonly cancels?: Budget;
}

const published = {
  ipWeight: { max: 1_000, windowMs: 10_000 },
  uidWeight: { max: 1_000, windowMs: 10_000 },
  perOperation: { max: 10, windowMs: 1_000 },
} as const;

/** The interface's limits by name, as in a venue's `--limits`. */
export const limitsByName = {
  /** The interface document's limits, and the published weights. */
  seed: {
    ...published,
    placements: { max: 50, windowMs: 60_000 },
    cancels: { max: 50, windowMs: 60_000 },
  },
  /** The published limits: no limit per minute. */
  published,
  /** No limits, for a venue without any. */
  off: {},
} as const satisfies Record<string, Limits>;

export type LimitsName = keyof typeof limitsByName;

/** The limits of V3, whose orders are counted instead of weighed. */
const v3Published = {
  ipWeight: { max: 500, windowMs: 10_000 },
  uidWeight: { max: 500, windowMs: 10_000 },
  placements: { max: 300, windowMs: 60_000 },
} as const;

export const v3LimitsByName = {
  seed: v3Published,
  published: v3Published,
  off: {},
} as const satisfies Record<LimitsName, Limits>;

/** The budgets that a request uses, by the venue's own names for the rules. */
export function claimsOf<In>(
  limits: Limits,
  { weight, orders, path }: Operation<In, unknown>,
  input: In,
): readonly Claim[] {
  const claims: Claim[] = [];
  const claim = (rule: string, cost: number, budget: Budget | undefined): void => {
    if (budget !== undefined && cost > 0) claims.push({ rule, cost, budget });
  };
  claim("IP weight", weight.ip, limits.ipWeight);
  claim("UID weight", weight.uid, limits.uidWeight);
  if (orders === undefined) return claims;
  const { family } = orders;
  claim(path, 1, limits.perOperation);
  claim(
    `orders to ${family}`,
    countOf(orders, input as Readonly<Record<string, unknown>>),
    family === "place" ? limits.placements : limits.cancels,
  );
  return claims;
}

function countOf({ count = [], least = 1 }: OrderCount, input: Readonly<Record<string, unknown>>): number {
  const items = count.map((name) => (input[name] as readonly unknown[] | undefined)?.length ?? 0);
  return Math.max(
    least,
    items.reduce((sum, each) => sum + each, 0),
  );
}

/**
 * The claim that a refusal names ("Rate limit exceeded: UID weight 1000 of 1000 in 10 s"); without a name,
 * that of the operation itself. `undefined` if the client keeps no such budget.
 */
export function ruleOf(msg: string, claims: readonly Claim[], path: string): string | undefined {
  const named = /Rate limit exceeded: (.+) \d+ of \d+ in /.exec(msg)?.[1];
  return claims.find(({ rule }) => rule === (named ?? path))?.rule;
}
