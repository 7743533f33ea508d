/** The exports for a program that embeds a venue. */
export { StepEndedError } from "../../kernel/engine/index.ts";
export type { PastCandles, ReplayOptions, Scenario } from "../../movers/feeds/index.ts";
export type { Credentials } from "./credentials.ts";
export type {
  AccountMoney,
  AccountState,
  Directed,
  DirectiveView,
  DirectiveWord,
  IdempotencyReference,
  Operator,
} from "./operator.ts";
export { OperatorError } from "./operator.ts";
export type { AccountSpec, VenueOptions } from "./options.ts";
export { TEST_CLOCK_START } from "./options.ts";
export { readPastCandles, readReplay, readScenario } from "./readFiles.ts";
export type { DamagedState, SavedState } from "./storage.ts";
export type { Venue } from "./venue.ts";
export { startVenue } from "./venue.ts";
