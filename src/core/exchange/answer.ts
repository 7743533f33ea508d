import type { Answer, Query, SaidQuery } from "../data/messages/query.ts";
import type { State } from "../data/state/state.ts";
import {
  account,
  accounts,
  keys,
  operators,
  pendingMovements,
  reference,
  referrals,
} from "./answers/accounts.ts";
import { adl } from "./answers/adl.ts";
import { contracts, depth } from "./answers/contracts.ts";
import { estimate } from "./answers/estimate.ts";
import { explain } from "./answers/explain.ts";
import { maxOpen } from "./answers/maxOpen.ts";
import { allOrders, order, orders } from "./answers/orders.ts";
import { breachesUnder, house, latency, rules, venue } from "./answers/rules.ts";
import { assets, positions } from "./answers/standing.ts";
import { totals } from "./answers/totals.ts";

type Answerer<T extends Query["type"]> = (
  s: State,
  query: Extract<Query, { type: T }>,
) => Answer<Extract<Query, { type: T }>>;

const answerers: { readonly [T in Query["type"]]: Answerer<T> } = {
  contracts,
  accounts,
  account,
  assets,
  positions,
  referrals,
  orders,
  order,
  depth,
  keys,
  operators,
  reference,
  allOrders,
  pendingMovements,
  maxOpen,
  estimate,
  totals,
  explain,
  adl,
  venue,
  latency,
  house,
  rules,
  breachesUnder,
};

/**
 * Answers a query from the state as it is. Changes nothing but registers; the answer is plain data, and shares no
 * object with the state that could change later.
 */
export function answer<Q extends SaidQuery>(s: State, query: Q): Answer<Q> {
  const answerer = answerers[query.type] as unknown as (s: State, query: Q) => Answer<Q>;
  return answerer(s, query);
}
