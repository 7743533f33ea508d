/** Traders of a scenario: their interface, the seven built-in kinds, and loading one from a file. */

export { kindOf, TRADER_KINDS } from "./kinds.ts";
export { loadTrader, TraderFileError } from "./load.ts";
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
