import type { Requests } from "./generated/operations.ts";

/**
 * Parameters of operations that programs name often. Amounts, prices and sizes are decimal text, sizes in
 * base coin; times are Unix ms.
 */

export type OrderRequest = Requests["orders.place"];
export type PlanRequest = Requests["plans.place"];
export type LiveOrdersRequest = Requests["orders.current"];
export type CandlePrice = NonNullable<Requests["market.candles"]["priceType"]>;
type AnyGranularity = Requests["market.candles"]["granularity"];
/** Hours, days and weeks are taken in either case. */
export type Granularity = Extract<AnyGranularity, Lowercase<AnyGranularity>>;
