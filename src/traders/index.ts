/** Traders of a scenario: what one is, seven kinds of them, and how a file becomes one. */

export { kindOf, TRADER_KINDS } from "./kinds.ts";
export { loadTrader, TraderFileError } from "./load.ts";
export type { TraderSpec } from "./spec.ts";
export { USUAL_TRADER } from "./spec.ts";
export type {
  Instruction,
  Level,
  MarketView,
  OwnOrder,
  Parameter,
  Parameters,
  Side,
  Trader,
  TraderKind,
  Turn,
  Values,
} from "./trader.ts";
export { traderKind } from "./trader.ts";
