/** What the other folders may use of the core. */

export { effectiveRates } from "./account/feeSetting.ts";
export * from "./codes.ts";
export * from "./command.ts";
export { RecordBuffer, RecordView } from "./encoding/layout.ts";
export * from "./event.ts";
export { Exchange } from "./exchange.ts";
export { foldFrame } from "./fold.ts";
export { fundingRateOf, nextSettlement } from "./funding/fundingRate.ts";
export * from "./ledger/movement.ts";
export { migrations } from "./migrations/migrations.ts";
export * from "./query.ts";
export * from "./rejection.ts";
export * from "./units/divide.ts";
export * from "./units/money.ts";
export * from "./units/units.ts";
export type * from "./updates/accountUpdate.ts";
export { SEMANTICS_VERSION } from "./version.ts";
