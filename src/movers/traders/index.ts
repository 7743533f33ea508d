/** Traders of a scenario: their interface, the seven built-in kinds, and loading one from a file. */

export { kindOf, loadTrader, TRADER_KINDS, TraderFileError } from "./kinds.ts";
export type { TraderSpec } from "./spec.ts";
export { USUAL_TRADER } from "./spec.ts";
export type {
  Instruction,
  Level,
  OwnOrder,
  Parameter,
  Parameters,
  Side,
  TradedContract,
  Trader,
  TraderKind,
  Turn,
  Values,
} from "./trader.ts";
export { traderKind } from "./trader.ts";
