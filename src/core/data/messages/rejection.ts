/**
 * Why the core refused a command, declared in order of precedence. A refusal is an event, never a throw;
 * `code` is permanent. `numbers` names the details, in the order a `commandRejected` record stores them;
 * one ending in `Quanta` takes two places (whole units, quanta).
 */
import type { Quanta } from "../units/units.ts";
export const rejections = {
  // ---- shape and directory
  unknownAccount: { code: 1, numbers: ["account"] },
  unknownContract: { code: 2, numbers: ["contract"] },
  invalidContract: { code: 3, numbers: ["rule"] },
  symbolTaken: { code: 4, numbers: ["contract"] },
  nameTaken: { code: 5, numbers: ["account"] },
  keyTaken: { code: 6, numbers: ["account"] },
  unknownKey: { code: 7, numbers: [] },
  accountFrozen: { code: 8, numbers: ["status", "account"] },
  /** A value that no well-formed gateway sends; `field` is the word offset in the record. */
  invalidValue: { code: 9, numbers: ["field", "value"] },
  // ---- placing, in the order they are checked
  contractNotTradable: { code: 20, numbers: ["status", "apiTradable"] },
  noMarkPrice: { code: 21, numbers: ["contract"] },
  sizeTooSmall: { code: 22, numbers: ["size", "min"] },
  sizeTooLarge: { code: 23, numbers: ["size", "max"] },
  clientIdLive: { code: 24, numbers: ["order"] },
  priceAboveBand: { code: 25, numbers: ["price", "max", "markPoints"] },
  priceBelowBand: { code: 26, numbers: ["price", "min", "markPoints"] },
  /** Further than ten times (or under a tenth of) the mark: it could not rest. */
  priceTooFar: { code: 27, numbers: ["price", "limit", "markPoints"] },
  presetWrongSide: { code: 28, numbers: ["takeProfit", "trigger", "price"] },
  marginModeMismatch: { code: 29, numbers: ["asked", "actual"] },
  separatedModeMismatch: { code: 30, numbers: ["asked", "actual"] },
  openOrderLimit: { code: 31, numbers: ["limit"] },
  /** Closing in separated mode without naming the position. */
  positionMissing: { code: 32, numbers: ["leg"] },
  unknownPosition: { code: 33, numbers: ["position"] },
  closeTooLarge: { code: 34, numbers: ["leg", "size", "closable"] },
  tierExceeded: { code: 35, numbers: ["leverage", "notionalQuanta", "limitQuanta"] },
  positionLimit: { code: 36, numbers: ["size", "max"] },
  marginInsufficient: { code: 37, numbers: ["neededQuanta", "availableQuanta"] },
  /** The leg's tier would ask more of an isolated position beside than it has. */
  siblingInBreach: { code: 38, numbers: ["position", "requirementQuanta"] },
  // ---- triggers
  triggerAtPrice: { code: 50, numbers: ["trigger", "pricePoints"] },
  triggerAlreadyMet: { code: 51, numbers: ["trigger", "pricePoints"] },
  noLastPrice: { code: 52, numbers: ["contract"] },
  // ---- existing orders
  orderNotFound: { code: 60, numbers: ["order"] },
  orderNotPlan: { code: 61, numbers: ["order"] },
  nothingToClose: { code: 62, numbers: ["contract"] },
  /** Only what rests in the book or waits for its trigger may be amended. */
  orderNotResting: { code: 63, numbers: ["order", "state"] },
  /** An amended order would be no larger than what of it is filled. */
  sizeFilled: { code: 64, numbers: ["size", "filled"] },
  // ---- leverage, modes, margin
  leverageOutOfRange: { code: 70, numbers: ["leverage", "min", "max"] },
  openOrdersExist: { code: 72, numbers: ["orders"] },
  positionExists: { code: 73, numbers: ["position"] },
  leverageLowered: { code: 74, numbers: ["asked", "current"] },
  tierLeverage: { code: 75, numbers: ["asked", "max"] },
  positionNotIsolated: { code: 76, numbers: ["position"] },
  marginNotRemovable: { code: 77, numbers: ["askedQuanta", "removableQuanta"] },
  // ---- money
  balanceInsufficient: { code: 80, numbers: ["askedQuanta", "withdrawableQuanta"] },
  unknownMovement: { code: 81, numbers: ["id"] },
  amountNotPositive: { code: 82, numbers: [] },
  movementNotAllowed: { code: 83, numbers: ["movement", "from", "to"] },
  /** An account that would be its own agent, directly or through others. */
  referralCircular: { code: 84, numbers: ["account", "agent"] },
  /** No agent, or no fees of which a quantum would be its. */
  noRebateDue: { code: 85, numbers: ["account"] },
  /** More than the venue may hold (rules/ledger/bounds.ts). */
  moneyLimit: { code: 86, numbers: ["askedQuanta", "roomQuanta"] },
  /** What an account has moved or traded in its life would not stay exact. */
  counterLimit: { code: 87, numbers: ["account", "limitQuanta"] },
  // ---- market
  indexOutOfRange: { code: 90, numbers: ["contract", "points", "max"] },
  workPending: { code: 91, numbers: ["steps"] },
  /** A rule or terms that would put so many entries in breach; the first of them. */
  wouldBreach: { code: 93, numbers: ["entries", "account", "position"] },
  // ---- operators
  operatorTaken: { code: 94, numbers: [] },
  unknownOperator: { code: 95, numbers: [] },
  /** A step that was taken for this reference; the id that it made then. */
  referenceUsed: { code: 96, numbers: ["id"] },
  /** An order book or pool limit that protects the venue. */
  venueFull: { code: 92, numbers: ["limit"] },
} as const satisfies Record<string, { code: number; numbers: readonly string[] }>;

export type RejectionType = keyof typeof rejections;

type Detail<N extends string> = N extends `${string}Quanta` ? Quanta : number;

/** A refusal with its numbers by name. */
export type Rejection = {
  [K in RejectionType]: { readonly type: K } & {
    readonly [N in (typeof rejections)[K]["numbers"][number] & string]: Detail<N>;
  };
}[RejectionType];

const byCode = new Map<number, RejectionType>();
for (const [type, { code }] of Object.entries(rejections)) byCode.set(code, type as RejectionType);

/** The object form of a refusal stored as a code and up to four numbers. */
export function rejectionOf(code: number, details: readonly number[]): Rejection {
  const type = byCode.get(code) ?? "invalidValue";
  const rejection: Record<string, unknown> = { type };
  let at = 0;
  for (const name of rejections[type].numbers) {
    if (name.endsWith("Quanta")) {
      rejection[name] = BigInt(details[at]!) * 100_000_000n + BigInt(details[at + 1]!);
      at += 2;
    } else {
      rejection[name] = details[at++];
    }
  }
  return rejection as Rejection;
}
