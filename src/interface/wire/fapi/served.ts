import type { Declaration } from "../operation.ts";
import * as account from "./operations/account.ts";
import * as algo from "./operations/algo.ts";
import * as listenKey from "./operations/listenKey.ts";
import * as market from "./operations/market.ts";
import * as order from "./operations/order.ts";
import * as settings from "./operations/settings.ts";

/** Every operation of the dialect, as it is declared. */
export const declarations = Object.values({
  ...market,
  ...order,
  ...algo,
  ...account,
  ...settings,
  ...listenKey,
}) as unknown as readonly Declaration[];

/** What is served, as a refusal of another path lists it: "GET /fapi/v1/depth". */
export const served: readonly string[] = declarations.flatMap(({ method, path, alsoAt = [] }) =>
  [path, ...alsoAt].map((each) => `${method} ${each}`),
);
