import type { Answer, Query, UncheckedQuery } from "../data/messages/query.ts";
import type { State } from "../data/state/state.ts";
import * as accounts from "./answers/accounts.ts";
import * as adl from "./answers/adl.ts";
import * as assets from "./answers/assets.ts";
import * as contracts from "./answers/contracts.ts";
import * as estimate from "./answers/estimate.ts";
import * as explain from "./answers/explain.ts";
import * as maxOpen from "./answers/maxOpen.ts";
import * as orders from "./answers/orders.ts";
import * as rules from "./answers/rules.ts";

type Answerer<T extends Query["type"]> = (
  s: State,
  query: Extract<Query, { type: T }>,
) => Answer<Extract<Query, { type: T }>>;

/**
 * Every question once, with the function of its name that answers it: one without, or with another's answer,
 * does not compile.
 */
const answerers: { readonly [T in Query["type"]]: Answerer<T> } = {
  ...accounts,
  ...adl,
  ...contracts,
  ...estimate,
  ...explain,
  ...maxOpen,
  ...orders,
  ...rules,
  ...assets,
};

/**
 * Answers a query from the state as it is. Changes nothing but registers; the answer is plain data, and
 * shares no object with the state that could change later.
 */
export function answer<Q extends UncheckedQuery>(s: State, query: Q): Answer<Q> {
  const answerer = answerers[query.type] as unknown as (s: State, query: Q) => Answer<Q>;
  return answerer(s, query);
}
