/** Facts about a market's data, beside those of real markets. */

export type { Basis, Fact, Finding } from "./facts.ts";
export { FACTS, findingsOf, LARGEST_FACTS, MAJOR_FACTS } from "./facts.ts";
export { reportHtml } from "./html.ts";
export { figure } from "./plot.ts";
export { readTape, TapeError } from "./readTape.ts";
export type { ContractReport, MarketReport, Other } from "./report.ts";
export { isShort, reportOn, SHORT, score } from "./report.ts";
export type { BookSample, Forced, Minutes, Tape, Trades } from "./tape.ts";
export {
  candlesOf,
  DAY_MINUTES,
  DEPTH_BP,
  IMPACT_UNITS,
  MINUTE_MS,
  minutesOf,
  sliceMinutes,
} from "./tape.ts";
export type { Comparison } from "./twoSample.ts";
export { compare, DISTANCE_BOUNDS } from "./twoSample.ts";
