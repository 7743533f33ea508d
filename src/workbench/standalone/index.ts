/**
 * `outcry/core`: the matching and margin engine alone. docs/reference/core.md
 *
 * All types of the core, its codes, and what is called with them: each function here refuses arguments that
 * are none of its own. What the core's own parts call a million times a second checks nothing, and is not
 * exported.
 */
export * from "../../kernel/core/data/codes.ts";
export type * from "../../kernel/core/index.ts";
export {
  counterNames,
  counterSigns,
  DIRECTIVE_MS_MAX,
  DIRECTIVES_MAX,
  HOUSE_CROWD,
  HOUSE_MAKER,
  HOUSE_TAKER,
  houseDefaults,
  InvariantError,
  LATENCY_MS_MAX,
  LATENCY_SAMPLES_MAX,
  LATENCY_TO_BOOK,
  LATENCY_TO_PUSH,
  MARK_EXPONENTIAL_BASIS,
  MARK_MEAN_BASIS,
  MARK_MEDIAN_OF_THREE,
  NO_PRESETS,
  PLAIN_ORDER,
  rejections,
} from "../../kernel/core/index.ts";
export type { ContractTerms } from "./contractTerms.ts";
export { DecimalExchange, RefusedError } from "./decimalExchange.ts";
export { Exchange } from "./exchange.ts";
export {
  commandBytes,
  decodeCommands,
  decodeEvents,
  depositOf,
  detailsOf,
  isClosePosition,
  isMarketTrade,
  isOpening,
  isPlan,
  legOf,
  orderAction,
  ownSelfTradeMode,
  presetSource,
  RecordView,
  sideOf,
  withdrawalOf,
} from "./records.ts";
export type {
  AccountSummary as DecimalAccount,
  BookSummary as DecimalBook,
  NewOrder,
  OrderSummary as DecimalOrder,
  PositionSummary as DecimalPosition,
  PriceSummary as DecimalPrices,
  Trade as DecimalTrade,
} from "./shapes.ts";
