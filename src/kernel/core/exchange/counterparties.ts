import { takeableFrom } from "../data/paper/shadow.ts";
import type { Counterparty } from "../data/state/state.ts";
import { MEETS_OTHERS, MEETS_POOL } from "../data/tables/accountRules.ts";
import { orderRested } from "../events/orderEvents.ts";
import { orderRestedOnPaper } from "../events/paperEvents.ts";
import { fundOrCounterparties } from "../ladder/ladder.ts";
import { settlePairs } from "../rules/contract/delist.ts";
import { payCounterparties } from "../rules/funding/settleFunding.ts";
import { lotsInBook, takeLiquidity } from "../rules/order/match.ts";
import { closeAtIndex } from "../rules/paper/accounts.ts";
import { poolTakesOver, takeFromPool } from "../rules/paper/fill.ts";
import { poolPaysFunding } from "../rules/paper/funding.ts";

const others: Counterparty = {
  lotsFor: lotsInBook,
  take: takeLiquidity,
  rest: orderRested,
  takeOver: fundOrCounterparties,
  payFunding: payCounterparties,
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

/** The counterparties, at the places that the rules of accounts name. */
export const counterparties: readonly Counterparty[] = Object.assign([], {
  [MEETS_OTHERS]: others,
  [MEETS_POOL]: paperPool,
});
