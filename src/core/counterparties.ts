import { MEETS_OTHERS, MEETS_POOL } from "./account/accountRules.ts";
import { settlePairs } from "./contract/delist.ts";
import { payEachOther } from "./funding/settleFunding.ts";
import { fundOrCounterparties } from "./liquidation/ladder.ts";
import { remainingOf, takeLiquidity } from "./order/match.ts";
import { orderRested } from "./order/orderEvents.ts";
import { closeAtIndex } from "./paper/accounts.ts";
import { poolTakesOver, takeFromPool } from "./paper/fill.ts";
import { poolPaysFunding } from "./paper/funding.ts";
import { orderRestedOnPaper } from "./paper/paperEvents.ts";
import { takeableFrom } from "./paper/takeable.ts";
import type { Counterparty } from "./state.ts";

const others: Counterparty = {
  lotsFor: remainingOf,
  take: takeLiquidity,
  rest: orderRested,
  takeOver: fundOrCounterparties,
  payFunding: payEachOther,
  closeAtIndex: settlePairs,
};

const paperPool: Counterparty = {
  lotsFor: takeableFrom,
  take: takeFromPool,
  rest: orderRestedOnPaper,
  takeOver: poolTakesOver,
  payFunding: poolPaysFunding,
  closeAtIndex,
};

/** Who may be on the other side of an account, at the places that its rules name. */
export const counterparties: readonly Counterparty[] = Object.assign([], {
  [MEETS_OTHERS]: others,
  [MEETS_POOL]: paperPool,
});
