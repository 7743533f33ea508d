import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_SYSTEM,
  ACCOUNT_USER,
  COIN_SUSDT,
  COIN_USDT,
  ORIGIN_PAPER_VALUE,
} from "../codes.ts";
import { assert } from "../units/units.ts";

/** Who is on the other side of an account: others, through the book; or the paper pool, for what the book shows. */
export const MEETS_OTHERS = 0;
export const MEETS_POOL = 1;

/** What an account may and must by its kind. Whatever differs on paper and is no way of trading stands here. */
export interface AccountRules {
  /** The coin of its entries. */
  readonly coin: number;
  /** Who is on the other side of it: its place in {@link State.counterparties} and {@link State.funds}. */
  readonly counterparty: number;
  /** All that it opens and closes, the fund on its other side closes and opens. */
  readonly facesFund: boolean;
  /** Its positions are open interest, and may be closed against others': by deleveraging. */
  readonly facesOthers: boolean;
  /** What its trades by value are told as (ORIGIN_ codes), 0: what they come of. */
  readonly valueOrigin: number;
  /** It is liquidated, and may be by command; else it is the last resort, or does not trade. */
  readonly isLiquidated: boolean;
  /** It is frozen, or restricted, with the account that it belongs to. */
  readonly statusOfTwin: boolean;
  /** Take-profits and stop-losses may outlive their position, where the contract's terms say so. */
  readonly triggersOutlivePosition: boolean;
  /** Requests may be signed for it. */
  readonly hasKeys: boolean;
  /** Money comes to it and leaves it: deposits, withdrawals, transfers. */
  readonly movesMoney: boolean;
  /** It may show another venue's book as its own orders. */
  readonly mirrorsBooks: boolean;
}

// All are written out, so that they have one shape.

const USER: AccountRules = {
  coin: COIN_USDT,
  counterparty: MEETS_OTHERS,
  facesFund: false,
  facesOthers: true,
  valueOrigin: 0,
  isLiquidated: true,
  statusOfTwin: false,
  triggersOutlivePosition: true,
  hasKeys: true,
  movesMoney: true,
  mirrorsBooks: true,
};

const SYSTEM: AccountRules = {
  coin: COIN_USDT,
  counterparty: MEETS_OTHERS,
  facesFund: false,
  facesOthers: true,
  valueOrigin: 0,
  isLiquidated: false,
  statusOfTwin: false,
  triggersOutlivePosition: true,
  hasKeys: false,
  movesMoney: true,
  mirrorsBooks: true,
};

const PAPER: AccountRules = {
  coin: COIN_SUSDT,
  counterparty: MEETS_POOL,
  facesFund: true,
  facesOthers: false,
  valueOrigin: ORIGIN_PAPER_VALUE,
  isLiquidated: true,
  statusOfTwin: true,
  triggersOutlivePosition: false,
  hasKeys: false,
  movesMoney: false,
  mirrorsBooks: false,
};

const POOL: AccountRules = {
  coin: COIN_SUSDT,
  counterparty: MEETS_POOL,
  facesFund: false,
  facesOthers: false,
  valueOrigin: ORIGIN_PAPER_VALUE,
  isLiquidated: false,
  statusOfTwin: false,
  triggersOutlivePosition: false,
  hasKeys: false,
  movesMoney: false,
  mirrorsBooks: false,
};

const byKind: Readonly<Record<number, AccountRules>> = {
  [ACCOUNT_USER]: USER,
  [ACCOUNT_HOUSE]: USER,
  [ACCOUNT_SYSTEM]: SYSTEM,
  [ACCOUNT_PAPER]: PAPER,
  [ACCOUNT_PAPER_POOL]: POOL,
};

export function rulesOfKind(kind: number): AccountRules {
  const rules = byKind[kind];
  assert(rules !== undefined, "an account is of a known kind");
  return rules;
}
