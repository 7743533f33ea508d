/** `outcry/core`: the matching and margin engine alone. docs/reference/core.md */
export * from "../core/index.ts";
export type { ContractTerms } from "./contractTerms.ts";
export { DecimalExchange } from "./decimalExchange.ts";
export { RefusedError } from "./refusedError.ts";
export type {
  AccountSummary as DecimalAccount,
  BookSummary as DecimalBook,
  NewOrder,
  OrderSummary as DecimalOrder,
  PositionSummary as DecimalPosition,
  PriceSummary as DecimalPrices,
  Trade as DecimalTrade,
} from "./shapes.ts";
