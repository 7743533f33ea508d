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

/**
 * The counterparty of an account: other accounts, through the book; or the paper pool, by what the book
 * shows.
 */
export const MEETS_OTHERS = 0;
export const MEETS_POOL = 1;

/**
 * What differs between kinds of account. Whatever paper trading changes, apart from how orders fill, is here.
 */
export interface AccountRules {
  /** The coin of its entries. */
  readonly coin: number;
  /** Who is on the other side of it: its place in {@link State.counterparties} and {@link State.funds}. */
  readonly counterparty: number;
  /** Its fund is on the other side of everything that it opens and closes. */
  readonly facesFund: boolean;
  /**
   * It may place orders. What the paper pool has is the other side of paper accounts, and nothing of its own.
   */
  readonly trades: boolean;
  /** Its positions count as open interest, and deleveraging may close them against others'. */
  readonly facesOthers: boolean;
  /** The origin (ORIGIN_ code) that its trades by value are told with; 0: whatever caused them. */
  readonly valueOrigin: number;
  /**
   * It may be liquidated, by its margin or by command. Funds are the last resort, and other accounts do not
   * trade.
   */
  readonly isLiquidated: boolean;
  /** It is frozen or restricted whenever the account that it belongs to is. */
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
  trades: true,
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
  trades: true,
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
  trades: true,
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
  trades: false,
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
