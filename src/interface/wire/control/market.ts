import type { Static, TEnum } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text, timeNumber } from "../fields.ts";
import { account, count, flag, leg, marketTime, milliseconds, position, symbol } from "./fields.ts";
import type { RiskOptionName } from "./riskOptions.ts";
import { riskOptions } from "./riskOptions.ts";

/** Control's answers about contracts, their prices, and their risk rules. */

const status = Type.Enum(["trading", "cancel-only", "halted", "delisted"], {
  description: "What it lets do",
});
export type ContractStatus = Static<typeof status>;
const delistedAt = Type.Union([text("When the notice of its delisting ends, ISO 8601"), Type.Null()]);
const index = decimal("Index price, 0 for none");
const mark = decimal("Mark price, 0 for none");

export const Tier = shape({
  notionalMax: count("Up to this notional, USDT"),
  maintenanceRate: decimal("A fraction"),
  leverageMax: decimal("A factor"),
});
export type Tier = Static<typeof Tier>;

const markRule = {
  method: Type.Enum(["mean-basis", "exponential-basis", "median-of-three"], {
    description: "What is added to the index",
  }),
  window: count("Samples that the exponential average remembers"),
  boundRate: decimal("How far the mark may be from the index, a fraction; 0: no bound"),
  impactUnits: count("Notional that a side of the book must hold to move the mark, USDT"),
};
export const MarkRule = shape(markRule, "How the mark price is made");
export type MarkRule = Static<typeof MarkRule>;

const riskRule = Object.fromEntries(
  Object.entries(riskOptions).map(([name, { words, description }]) => [
    name,
    Type.Enum(Object.keys(words), { description }),
  ]),
) as unknown as { [N in RiskOptionName]: TEnum<(keyof (typeof riskOptions)[N]["words"] & string)[]> };
export const RiskRule = shape(riskRule, "Its options of risk");
export type RiskRule = Static<typeof RiskRule>;

const contract = {
  symbol,
  contract: count("Its number; a symbol that is listed anew has another"),
  status,
  delistedAt,
  apiTradable: flag("Whether clients may trade it"),
  tick: decimal("Smallest step of the price"),
  lot: decimal("Smallest step of the size, in the base coin"),
  index,
  mark,
  last: decimal("Price of the last trade, 0 for none"),
  bestBid: decimal("0 for none"),
  bestAsk: decimal("0 for none"),
  openInterest: decimal("Size of all longs, in the base coin"),
  baseCoin: text("What is traded"),
  quoteCoin: text("What it is priced in"),
  orderLotsMin: count("Smallest order, in lots"),
  orderLotsMax: count("Largest order, in lots"),
  marketOpenLotsMax: count("Largest market order that opens, in lots"),
  marketLotsMax: count("Largest order at market, in lots; 0: as large as any"),
  notionalMinUnits: count("Smallest value of an order that opens, in whole USDT; 0: none"),
  positionLotsMax: count("Largest position, in lots"),
  leverageMin: decimal("A factor"),
  leverageMax: decimal("A factor"),
  leverageDefault: decimal("A factor"),
  bandBuyRate: decimal("How far above the mark a buy may be, a fraction"),
  bandSellRate: decimal("How far below the mark a sell may be, a fraction"),
  makerRate: decimal("Maker fee, a fraction; below 0: a rebate"),
  takerRate: decimal("Taker fee, a fraction"),
  liquidationFeeRate: decimal("A fraction"),
  fundingIntervalMs: milliseconds("Between settlements of funding"),
  fundingOffsetMs: milliseconds("When in the interval it settles"),
  interestRate: decimal("Interest part of funding, a fraction"),
  fundingClampRate: decimal("How far funding follows the premium, a fraction"),
  fundingCapRate: decimal("Largest funding, a fraction"),
  openOrdersMax: count("Resting orders of one account"),
  triggerProtectRate: decimal(
    "How far last and mark may be apart when a protected trigger fires, a fraction",
  ),
  orphanTriggersKeep: flag("Whether take-profits and stop-losses outlive their position"),
  separatedCloseFifo: flag("Whether a close that names no separated position takes the oldest first"),
  tiers: Type.Array(Tier, { description: "Ascending" }),
};
export const ContractTerms = shape(contract);
export type ContractTerms = Static<typeof ContractTerms>;
export const ContractView = shape({
  ...contract,
  markRule: MarkRule,
  riskRule: RiskRule,
});
export type ContractView = Static<typeof ContractView>;
export const Contracts = Type.Array(ContractView, { description: "By number, delisted ones too" });
export type Contracts = Static<typeof Contracts>;

export const Breach = shape({
  account,
  position: Type.Union([position, Type.Null()], { description: "null: the shared entry" }),
  equity: decimal("At mark, USDT"),
  requirement: decimal("What it would have to keep, USDT"),
  requirementNow: decimal("What it has to keep, USDT"),
});
export type Breach = Static<typeof Breach>;
const Preview = shape({ symbol, breaches: Type.Array(Breach, { description: "Who could not carry it" }) });

export const ContractChanged = Type.Union([ContractTerms, Preview], {
  description: "The contract, or for a preview who would be in breach",
});
export type ContractChanged = Static<typeof ContractChanged>;
export const ContractStatusSet = shape({ symbol, status, delistedAt });
export type ContractStatusSet = Static<typeof ContractStatusSet>;
export const MarkRuleSet = shape({ symbol, ...markRule });
export type MarkRuleSet = Static<typeof MarkRuleSet>;
export const RiskRuleSet = Type.Union([shape({ symbol, ...riskRule }), Preview], {
  description: "The rule, or for a preview who would be in breach",
});
export type RiskRuleSet = Static<typeof RiskRuleSet>;

export const FundingView = shape({
  symbol,
  rate: decimal("Of the running period, a fraction"),
  due: marketTime("When it is paid"),
  forecast: decimal("Of the next period, a fraction"),
  index,
  mark,
});
export type FundingView = Static<typeof FundingView>;
export const Fundings = Type.Array(FundingView);
export type Fundings = Static<typeof Fundings>;
const nextPeriod = {
  nextRate: decimal("Of the period that began, a fraction"),
  due: timeNumber("When that one is paid: market time, Unix ms"),
};
export const FundingSettled = shape({ symbol, settled: decimal("The rate that was paid"), ...nextPeriod });
export type FundingSettled = Static<typeof FundingSettled>;
export const FundingSkipped = shape({ symbol, skipped: decimal("The rate that nobody paid"), ...nextPeriod });
export type FundingSkipped = Static<typeof FundingSkipped>;

export const PriceView = shape({
  symbol,
  index,
  mark,
  source: text("`sources` while outside sources report, else the kind of its feed; `none`"),
  markRule: MarkRule,
  sources: Type.Array(
    shape({
      source: count("Number of the reporter's choice"),
      price: decimal("What it said last"),
      weight: count("What it counts"),
      time: marketTime("When it said so"),
      live: flag("Whether it still counts"),
    }),
    { description: "Outside sources that report the index, by number" },
  ),
});
export type PriceView = Static<typeof PriceView>;
export const Prices = Type.Array(PriceView);
export type Prices = Static<typeof Prices>;
export const PricesPushed = Type.Record(Type.String(), decimal("Index price"), {
  description: "Index prices by symbol",
});
export type PricesPushed = Static<typeof PricesPushed>;
export const PricesReported = Type.Array(shape({ symbol, index, mark }));
export type PricesReported = Static<typeof PricesReported>;
export const PriceFollowed = shape({ symbol, source: text("The kind of its feed") });
export type PriceFollowed = Static<typeof PriceFollowed>;

export const AdlRank = shape({
  leg,
  rank: Type.Union([count("1 goes first"), Type.Null()], { description: "null: it is drawn then" }),
  light: Type.Integer({ minimum: 1, maximum: 5, description: "Fifth of the queue: 5 goes first" }),
  account,
  position,
  size: decimal("In the base coin"),
  score: text("A decimal; `infinite` where nothing backs it; `random` where it is drawn"),
});
export type AdlRank = Static<typeof AdlRank>;
export const AdlRanks = Type.Array(AdlRank);
export type AdlRanks = Static<typeof AdlRanks>;
