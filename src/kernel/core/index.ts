import type * as messages from "./data/messages/query.ts";
import type { Unchecked } from "./data/units/kinds.ts";

/**
 * What the other folders may use of the core. They cannot know which accounts and contracts exist: in what
 * they send and in what they keep, both are plain numbers of their kinds.
 */

export { PriceIndex } from "./data/book/priceIndex.ts";
export * from "./data/codes.ts";
export { bracketsOf } from "./data/contract/brackets.ts";
export { highestPrice, quantaPerTickLot } from "./data/contract/contract.ts";
export { MARK_EXPONENTIAL_BASIS, MARK_MEAN_BASIS, MARK_MEDIAN_OF_THREE } from "./data/contract/markPrice.ts";
export {
  blankOf,
  type Decoded,
  decode,
  encode,
  fixedWords,
  headOf,
  type Layout,
  offsetsOf,
  RecordBuffer,
  RecordView,
  readOnlyText,
} from "./data/encoding/layout.ts";
export type { RowFields, RowsOfOthers, RowValue, StateRow, StateRows } from "./data/encoding/stateRows.ts";
export { fundingRateOf, nextSettlement } from "./data/funding/fundingRate.ts";
export { breakEvenValue } from "./data/ledger/fees.ts";
export * from "./data/ledger/movement.ts";
export type * from "./data/messages/accountUpdate.ts";
export type { UncheckedCommand as Command } from "./data/messages/command.ts";
export * from "./data/messages/command.ts";
export * from "./data/messages/commandFields.ts";
export * from "./data/messages/event.ts";
export * from "./data/messages/grounds.ts";
export type { ReferencedAction, UncheckedQuery as Query } from "./data/messages/query.ts";
export * from "./data/messages/query.ts";
export * from "./data/messages/rejection.ts";
export type { TierView } from "./data/model/contracts.ts";
export { termFields } from "./data/model/contracts.ts";
export { DIRECTIVE_MS_MAX, DIRECTIVES_MAX } from "./data/model/directiveFields.ts";
export { entities } from "./data/model/entities.ts";
export { orderWords } from "./data/model/generated/orderColumns.ts";
export { HOUSE_CROWD, HOUSE_MAKER, HOUSE_TAKER, houseDefaults } from "./data/model/houseFields.ts";
export {
  LATENCY_MS_MAX,
  LATENCY_SAMPLES_MAX,
  LATENCY_TO_BOOK,
  LATENCY_TO_PUSH,
} from "./data/model/latencyFields.ts";
export type { RiskRule } from "./data/model/riskRules.ts";
export { riskRuleFields, riskRuleFrom } from "./data/model/riskRules.ts";
export { State } from "./data/state/state.ts";
export { changedKey, keySettingsAt } from "./data/tables/directory.ts";
export type { EffectiveRates } from "./data/tables/feeSetting.ts";
export { effectiveRates, NO_FEE_SETTING, ownRates } from "./data/tables/feeSetting.ts";
export { REFERENCE_CHARACTERS_MAX, REFERENCES_MAX } from "./data/tables/references.ts";
export * from "./data/units/divide.ts";
export type * from "./data/units/kinds.ts";
export type {
  UncheckedAccount as AccountId,
  UncheckedContract as ContractIndex,
  UncheckedFieldValue as FieldValue,
} from "./data/units/kinds.ts";
export * from "./data/units/money.ts";
export * from "./data/units/units.ts";
export { foldFrame } from "./events/fold.ts";
export { Exchange } from "./exchange/exchange.ts";
export { storedForm } from "./exchange/format/specimen.ts";
export { contractRules } from "./rules/contract/termRules.ts";
export { COUNTER_UNITS_MAX, MONEY_UNITS_MAX } from "./rules/ledger/bounds.ts";
export { type ActedCommand, actedCommand, actOf, refusedAct, termsOf } from "./rules/operator/operators.ts";
export type AccountSummary = Unchecked<messages.AccountSummary>;
export type AdlView = Unchecked<messages.AdlView>;
export type ContractView = Unchecked<messages.ContractView>;
export type DirectiveView = Unchecked<messages.DirectiveView>;
export type DepthView = Unchecked<messages.DepthView>;
export type KeyView = Unchecked<messages.KeyView>;
export type OrderView = Unchecked<messages.OrderView>;
export type PositionView = Unchecked<messages.PositionView>;
export type ReferralView = Unchecked<messages.ReferralView>;
