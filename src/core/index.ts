/** What the other folders may use of the core. */

export { changedKey, keySettingsAt } from "./account/directory.ts";
export type { EffectiveRates } from "./account/feeSetting.ts";
export { effectiveRates, NO_FEE_SETTING } from "./account/feeSetting.ts";
export { PriceIndex } from "./book/priceIndex.ts";
export * from "./codes.ts";
export * from "./command.ts";
export { contractRules } from "./contract/contract.ts";
export { MARK_EXPONENTIAL_BASIS, MARK_MEAN_BASIS, MARK_MEDIAN_OF_THREE } from "./contract/markPrice.ts";
export {
  type Decoded,
  decode,
  encode,
  fixedWords,
  type Layout,
  offsetsOf,
  RecordBuffer,
  RecordView,
  readOnlyText,
} from "./encoding/layout.ts";
export type { RowValue, StateRow, StateRows } from "./encoding/stateRows.ts";
export * from "./event.ts";
export { Exchange } from "./exchange.ts";
export { foldFrame } from "./fold.ts";
export { storedForm } from "./format/storedForm.ts";
export { fundingRateOf, nextSettlement } from "./funding/fundingRate.ts";
export { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER } from "./house/houseFields.ts";
export { COUNTER_UNITS_MAX, MONEY_UNITS_MAX } from "./ledger/bounds.ts";
export * from "./ledger/movement.ts";
export type { RiskRule } from "./liquidation/riskRules.ts";
export { riskRuleFields, riskRuleFrom } from "./liquidation/riskRules.ts";
export { entities } from "./model/entities.ts";
export { orderWords } from "./model/generated/orderColumns.ts";
export type { TierView } from "./model/terms.ts";
export { type ActedCommand, actedCommand, actOf, refusedAct, termsOf } from "./operator/act.ts";
export { REFERENCE_CHARACTERS_MAX, REFERENCES_MAX } from "./operator/references.ts";
export { PLAIN_ORDER } from "./order/plainOrder.ts";
export type { ReferencedAction } from "./query.ts";
export * from "./query.ts";
export * from "./rejection.ts";
export { type RejectionUnit, rejectionUnit } from "./rejectionUnits.ts";
export * from "./units/divide.ts";
export type * from "./units/kinds.ts";
export * from "./units/money.ts";
export * from "./units/units.ts";
export type * from "./updates/accountUpdate.ts";
