import type { ContractTerms, MarkRule, PublishedContract } from "../model/contracts.ts";
import type { PublishedAccount } from "../model/generated/accountColumns.ts";
import type { PublishedEntry } from "../model/generated/entryColumns.ts";
import type { PublishedHolding } from "../model/generated/holdingColumns.ts";
import type { PublishedOrder } from "../model/generated/orderColumns.ts";
import type { PublishedPosition } from "../model/generated/positionColumns.ts";
import type { RiskRule } from "../model/riskRules.ts";
import type {
  AccountId,
  Action,
  ContractIndex,
  FieldValues,
  Leg,
  OrderId,
  PositionId,
  Unchecked,
} from "../units/kinds.ts";
import type { Leverage, Lots, Points, Quanta, Rate, Ticks, TimeMs } from "../units/units.ts";
import type { Body, CommandOf, feeFields } from "./command.ts";
import type { Directive, EventOf, HouseRule, LatencyRule } from "./event.ts";
import type { Rejection } from "./rejection.ts";

/**
 * What can be asked of the live state. Questions and answers are plain data, so that they may cross a thread.
 * Answers never change after they are given. Terminal orders, fills and bills are history's (the read model).
 */
export type Query =
  | { readonly type: "contracts" }
  | { readonly type: "accounts" }
  | { readonly type: "account"; readonly account: AccountId }
  | { readonly type: "assets"; readonly account: AccountId }
  /** `contract` undefined: all. */
  | { readonly type: "positions"; readonly account: AccountId; readonly contract: ContractIndex | undefined }
  /** Who was brought by somebody, ascending by id; with an `agent`, by that one. */
  | { readonly type: "referrals"; readonly agent: AccountId | undefined }
  /**
   * Live orders, newest first. `which`: resting ones (pending, open, canceling) or untriggered ones, or both.
   */
  | {
      readonly type: "orders";
      readonly account: AccountId;
      readonly contract: ContractIndex | undefined;
      readonly which: "resting" | "plan" | "all";
    }
  /** One live order by id, or by client id when `order` is 0. */
  | {
      readonly type: "order";
      readonly account: AccountId;
      readonly order: OrderId;
      readonly clientId: string;
    }
  /** Best levels of a book, best first. */
  | { readonly type: "depth"; readonly contract: ContractIndex; readonly limit: number }
  | { readonly type: "keys" }
  | { readonly type: "operators" }
  | { readonly type: "contests" }
  | { readonly type: "invitations" }
  /** What users were told, or one of them. */
  | { readonly type: "notices"; readonly account: AccountId | undefined }
  /** What is known of an action of operators by its reference. */
  | { readonly type: "reference"; readonly reference: string }
  /** Every live order of every account, ascending by id (what a reader that starts late needs). */
  | { readonly type: "allOrders" }
  | { readonly type: "pendingMovements" }
  /** Largest size an account could open now at `price` (0: market). */
  | {
      readonly type: "maxOpen";
      readonly account: AccountId;
      readonly contract: ContractIndex;
      readonly action: Action;
      readonly price: Ticks;
    }
  /** What would become of a placement now. */
  | { readonly type: "estimate"; readonly order: CommandOf<"placeOrder"> }
  | { readonly type: "totals" }
  /** How an account's numbers come about at this instant, formula by formula. */
  | { readonly type: "explain"; readonly account: AccountId }
  /** Who faces auto-deleveraging in a contract, in the order in which it would take them. */
  | { readonly type: "adl"; readonly contract: ContractIndex }
  /** What the journal says that the venue is. */
  | { readonly type: "venue" }
  /** How long an account's messages are on their way. */
  | { readonly type: "latency"; readonly account: AccountId }
  /**
   * What the venue was told to do to orders and has yet to do: for orders to come by id, then for live orders
   * by theirs.
   */
  | { readonly type: "directives" }
  /** Who acts for the house by itself, where and how (rules/house/act.ts). */
  | { readonly type: "house" }
  /** What operators have set about prices and losses, and what sources of prices say. */
  | { readonly type: "rules" }
  /** Who could not carry another risk rule of a contract, or other terms. */
  | {
      readonly type: "breachesUnder";
      readonly contract: ContractIndex;
      readonly rule?: RiskRule | undefined;
      readonly terms?: ContractTerms | undefined;
    };

/** A question as it is put to the core. */
export type UncheckedQuery = Unchecked<Query>;

/** A venue as it was opened. */
export interface VenueView {
  /** "" before it is opened. */
  readonly name: string;
  /** The seed where it is public; 0 where it is secret, and then encrypted. */
  readonly seed: number;
  readonly sealedSeed: string;
}

export interface ContractView extends PublishedContract {
  readonly contract: ContractIndex;
  /** Quanta of one lot at a price of one tick. */
  readonly quantaPerTickLot: number;
  /**
   * The funding rate of another market, which this contract shows; undefined where that market states none.
   */
  readonly sourceRate: Rate | undefined;
  /** Highest buy and lowest sell limit price now. */
  readonly buyMax: Ticks;
  readonly sellMin: Ticks;
  /** What the next funding rate would be if the running period ended now. */
  readonly fundingForecast: Rate;
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
}

export type FeeView = FieldValues<typeof feeFields>;

/** An account's settings in one contract; contracts never touched show the contract's defaults. */
export interface HoldingView extends PublishedHolding {
  /** Undefined where no symbol setting was made. */
  readonly fee: FeeView | undefined;
  /** What its orders freeze there; and of a hedge account's those that open longs. */
  readonly frozen: Quanta;
  readonly longFrozen: Quanta;
}

/**
 * A collateral entry: the shared one (`position` 0) or that of one isolated position. Counters as in
 * ledger.md.
 */
export interface EntryView extends PublishedEntry {
  /** amount + Σ long entry value − Σ short entry value. */
  readonly legacy: Quanta;
  readonly counters: { readonly [K in CounterName]: Quanta };
}

/** The cumulative counters of a collateral entry, in the seed's order. */
export const counterNames = [
  "deposit",
  "withdraw",
  "transferIn",
  "transferOut",
  "marginMoveIn",
  "marginMoveOut",
  "openLong",
  "openShort",
  "closeLong",
  "closeShort",
  "fillFee",
  "liquidateFee",
  "funding",
  "fillFeeIncome",
  "liquidateFeeIncome",
] as const;
export type CounterName = (typeof counterNames)[number];

/** How each counter enters its entry's amount: amount = Σ sign · counter. */
export const counterSigns: Readonly<Record<CounterName, 1 | -1>> = {
  deposit: 1,
  withdraw: -1,
  transferIn: 1,
  transferOut: -1,
  marginMoveIn: 1,
  marginMoveOut: -1,
  openLong: -1,
  openShort: 1,
  closeLong: 1,
  closeShort: -1,
  fillFee: -1,
  liquidateFee: -1,
  funding: 1,
  fillFeeIncome: 1,
  liquidateFeeIncome: 1,
};

export interface AccountView extends PublishedAccount {
  readonly account: AccountId;
  readonly name: string;
  readonly fee: FeeView;
  /** One a contract, by contract index. */
  readonly holdings: readonly HoldingView[];
  /** The shared entry first, then isolated ones by position id. */
  readonly entries: readonly EntryView[];
}

/**
 * Whether an account was ever given money. That comes last where an account is set up: one without is new, or
 * the venue ended in the middle.
 */
export function wasFunded({ entries }: Pick<AccountView, "entries">): boolean {
  return entries[0]!.counters.deposit > 0n;
}

export interface AccountSummary {
  readonly account: AccountId;
  readonly name: string;
  readonly kind: number;
  readonly status: number;
}

/** A user that an agent brought. */
export interface ReferralView {
  readonly account: AccountId;
  readonly name: string;
  readonly agent: AccountId;
  readonly rebateRate: Rate;
  /** Since when it counts. */
  readonly referredTime: TimeMs;
  /** When the account was opened. */
  readonly createdTime: TimeMs;
  /**
   * Trading fees since the last payment, and the agent's part of them; 0 where maker rebates outweigh the
   * fees.
   */
  readonly fees: Quanta;
  readonly due: Quanta;
}

export interface AssetsView {
  readonly account: AccountId;
  /** Of all its entries, shared and isolated; equity = wallet + unrealized, at mark. */
  readonly wallet: Quanta;
  readonly equity: Quanta;
  readonly unrealized: Quanta;
  /** Of the shared entry alone, as are all amounts below. */
  readonly available: Quanta;
  readonly withdrawable: Quanta;
  /** Frozen by opening orders. */
  readonly frozen: Quanta;
  readonly positionMargin: Quanta;
  /** Σ over the symbols of the shared entry of what must be kept, closing fee included. */
  readonly maintenance: Quanta;
  readonly version: number;
}

export interface PositionView extends PublishedPosition {
  /** Lots reserved by live close orders. */
  readonly reserved: Lots;
  /** Margin at mark (shared) or the entry's wallet (isolated). */
  readonly margin: Quanta;
  readonly isolatedMargin: Quanta;
  readonly unrealized: Quanta;
  readonly maintenance: Quanta;
  /** Estimated liquidation price, 0 when no price liquidates. */
  readonly liquidationPrice: Ticks;
}

/** A live order, or an ended one as history has it. */
export interface OrderView extends PublishedOrder {
  readonly clientId: string;
}

/**
 * What would become of an order if it were placed now; nothing but its largest size where it would be
 * refused.
 */
export interface EstimateView {
  /** The first rule that refuses it. */
  readonly refusal: Rejection | undefined;
  /** Order margin at acceptance. */
  readonly frozen: Quanta;
  /** What it trades at once, the value of that and the fee for it (below 0: a rebate). */
  readonly filled: Lots;
  readonly value: Quanta;
  readonly fee: Quanta;
  /** How much worse than the best price it trades, on average; rounded up. */
  readonly slippage: Rate;
  /** What then rests. */
  readonly resting: Lots;
  /** Of the position after that; 0 when no price liquidates, undefined where it cannot be foreseen. */
  readonly liquidationPrice: Ticks | undefined;
  /** The largest size that would be accepted with all else as it is. */
  readonly largest: Lots;
  /**
   * Whether nothing can cut the order short: neither an account that could not carry a fill, nor the owner's
   * own orders.
   */
  readonly certain: boolean;
}

export interface DepthView {
  readonly contract: ContractIndex;
  readonly bids: readonly { readonly price: Ticks; readonly size: Lots }[];
  readonly asks: readonly { readonly price: Ticks; readonly size: Lots }[];
}

/** What of a key may be changed. */
export interface KeySettings {
  readonly permissions: number;
  readonly activeFrom: TimeMs;
  readonly expires: TimeMs;
  readonly label: string;
  readonly addresses: string;
}

export interface KeyView extends KeySettings {
  readonly key: string;
  readonly account: AccountId;
  readonly disabled: boolean;
  readonly sealedSecret: string;
  readonly passphraseHash: string;
  readonly wireProfile: string;
  /** The settings before the last change, which hold until `activeFrom`; undefined once that has come. */
  readonly before: KeySettings | undefined;
}

export interface OperatorView {
  readonly name: string;
  /** A ROLE_. */
  readonly role: number;
  readonly tokenHash: string;
  readonly addedTime: TimeMs;
  /** Since when its token holds. */
  readonly tokenTime: TimeMs;
}

export interface MovementView {
  readonly id: number;
  readonly movement: number;
  readonly from: number;
  readonly to: number;
  readonly amount: Quanta;
}

/** Sums over the whole state, for audits and metrics. */
export interface TotalsView {
  readonly accounts: number;
  readonly orders: number;
  readonly positions: number;
  /** Σ amount over every entry, the external account's included: always 0. */
  readonly money: Quanta;
  readonly nextId: number;
  /** Bytes of the order pool, the books and their tables. */
  readonly orderBytes: number;
}

/**
 * What requires margin together: both legs of a symbol in shared mode, or one isolated position.
 *
 * ```
 * net = |long − short|           notional = (long + short) · mark       its tier: maintenanceRate, deduction
 * requirement = ⌈ net·mark·(maintenanceRate + feeRate) − deduction · net/(long + short) ⌉
 * liquidationPrice = (others − cash − ded') / (q · (1 − m)) for q = long − short > 0, the mirror for q < 0
 * ```
 *
 * with m = maintenanceRate + feeRate and ded' = deduction · net/(long + short) of the tier in which that
 * price lies.
 *
 * @see docs/reference/margin.md
 */
export interface RequirementView {
  readonly contract: ContractIndex;
  readonly long: Lots;
  readonly short: Lots;
  readonly mark: Points;
  /** What the contract's risk rule says of them: a HEDGE_ code, and whether the net picks the tier. */
  readonly hedge: number;
  readonly tierByNet: boolean;
  /** Of the legs at the mark: none, one, or one a leg. */
  readonly charges: readonly ChargeView[];
  /** The closing fee that counts towards the requirement; 0 of an isolated position. */
  readonly feeRate: Rate;
  readonly requirement: Quanta;
  /** The entry's equity if this symbol's price were 0. */
  readonly cash: Quanta;
  /** What the entry's other symbols require. */
  readonly others: Quanta;
  /** 0 when no price liquidates. */
  readonly liquidationPrice: Ticks;
  /** It is the edge of a flat tier, past which the next one's rate counts for the whole. */
  readonly priceAtEdge: boolean;
  /** The charges at that price; those at the mark where there is none. */
  readonly priceCharges: readonly ChargeView[];
}

/** A size that carries a requirement, and the tier of the size that picks it. */
export interface ChargeView {
  readonly lots: Lots;
  readonly tierLots: Lots;
  /** tierLots · price. */
  readonly notional: Quanta;
  /** From 1. */
  readonly tier: number;
  readonly maintenanceRate: Rate;
  readonly deduction: Quanta;
}

/** A position's part in the numbers of its entry; d is 1 for a long, −1 for a short. */
export interface PositionPartView {
  readonly position: PositionId;
  readonly contract: ContractIndex;
  readonly leg: Leg;
  readonly size: Lots;
  readonly mark: Points;
  readonly openValue: Quanta;
  /** size · mark. */
  readonly notional: Quanta;
  /** d · (notional − openValue). */
  readonly unrealized: Quanta;
  readonly leverage: Leverage;
  /** ⌈notional / leverage⌉, or ⌈openValue / leverage⌉ where the contract's risk rule says so. */
  readonly margin: Quanta;
}

/** How the numbers of one collateral entry come about. */
export interface ExplainedEntry {
  /** 0: the shared entry. */
  readonly position: PositionId;
  /** amount = Σ sign · counter ({@link counterSigns}). */
  readonly counters: { readonly [K in CounterName]: Quanta };
  readonly amount: Quanta;
  /** Σ d · openValue; wallet = amount + entryValue. */
  readonly entryValue: Quanta;
  readonly wallet: Quanta;
  /** Σ d · notional; equity = amount + markValue. */
  readonly markValue: Quanta;
  readonly equity: Quanta;
  /** Σ margin of the positions. */
  readonly positionMargin: Quanta;
  /** Frozen by opening orders; 0 of an isolated entry, whose orders freeze in the shared one. */
  readonly frozen: Quanta;
  /** Pending withdrawals and transfers out. */
  readonly pendingOut: Quanta;
  /** max(0, equity − positionMargin − frozen − pendingOut); 0 of an isolated entry. */
  readonly available: Quanta;
  /** max(0, min(wallet, equity) − positionMargin − frozen − pendingOut); 0 of an isolated entry. */
  readonly withdrawable: Quanta;
  /** Σ requirement of the symbols. */
  readonly requirement: Quanta;
  /**
   * equity / requirement, rounded down, in 1e-8; liquidation begins at 1 and below. Undefined while nothing
   * is required.
   */
  readonly ratio: bigint | undefined;
  readonly positions: readonly PositionPartView[];
  readonly symbols: readonly RequirementView[];
}

export interface ExplainView {
  readonly account: AccountId;
  readonly seq: number;
  readonly time: TimeMs;
  /** The shared entry first, then isolated ones by position id. */
  readonly entries: readonly ExplainedEntry[];
}

/** A position in the queue of auto-deleveraging of its leg. */
export interface AdlView {
  readonly position: PositionId;
  readonly account: AccountId;
  readonly leg: Leg;
  readonly size: Lots;
  /** 1: the first to be closed; undefined where the order is drawn by lot when it is needed. */
  readonly rank: number | undefined;
  /** Fifth of the queue in which the rank lies: 5 the first to be closed, 1 the last; 3 without a rank. */
  readonly light: number;
  /**
   * In 1e-8, rounded down; undefined for a winning position without margin behind it, which ranks first; 0
   * without a rank.
   */
  readonly score: bigint | undefined;
}

/** What one outside source said last. */
export interface SourceView {
  readonly source: number;
  readonly points: Points;
  readonly weight: number;
  readonly time: TimeMs;
  /** Whether its last report is recent enough to count. */
  readonly live: boolean;
}

/** How the prices of a contract are made, and what becomes of losses in it. */
export interface ContractRulesView {
  readonly contract: ContractIndex;
  readonly mark: MarkRule;
  /** By number; empty where the index is set as such. */
  readonly sources: readonly SourceView[];
  readonly risk: RiskRule;
}

export interface RulesView {
  /** By contract index. */
  readonly contracts: readonly ContractRulesView[];
  readonly fund: { readonly floor: Quanta; readonly notionalMax: Quanta };
}

/** An entry that would be in breach: the shared one (position 0), or an isolated position's. */
export interface BreachView {
  readonly account: AccountId;
  readonly position: PositionId;
  readonly equity: Quanta;
  /** The requirement under the new rule or terms, and the one now. */
  readonly requirement: Quanta;
  readonly requirementNow: Quanta;
}

/** A command that was carried out for an action, by its kind, and the first id that it made. */
export interface TakenStep {
  readonly kind: number;
  readonly id: number;
}

/** A directive: how many orders to come it waits for, or (0) the live order that is to follow it. */
export interface DirectiveView {
  readonly directive: Directive;
  readonly left: number;
  readonly order: OrderId;
}

/** A contest as it is kept. */
export interface ContestView {
  readonly name: string;
  /** What it is, as it was set. */
  readonly definition: string;
}

/** What users were told, as it is kept. */
export type NoticeView = Omit<EventOf<"noticeSent">, "type">;

/** An invitation as it is kept. */
export interface InvitationView extends Body<"setInvitation"> {
  /** Who came by it, in that order. */
  readonly accounts: readonly AccountId[];
}

/** What is known of an action that came with a reference. */
export interface ReferencedAction {
  /** What was asked for, as control tells it. */
  readonly terms: string;
  /** Steps that were taken; none once the answer is known. */
  readonly steps: readonly TakenStep[];
  /** "" until it is known. */
  readonly answer: string;
}

interface Answers {
  contracts: readonly ContractView[];
  accounts: readonly AccountSummary[];
  account: AccountView | undefined;
  assets: AssetsView | undefined;
  positions: readonly PositionView[];
  referrals: readonly ReferralView[];
  orders: readonly OrderView[];
  order: OrderView | undefined;
  depth: DepthView | undefined;
  keys: readonly KeyView[];
  operators: readonly OperatorView[];
  contests: readonly ContestView[];
  invitations: readonly InvitationView[];
  notices: readonly NoticeView[];
  reference: ReferencedAction | undefined;
  allOrders: readonly OrderView[];
  pendingMovements: readonly MovementView[];
  maxOpen: Lots;
  estimate: EstimateView;
  totals: TotalsView;
  explain: ExplainView | undefined;
  adl: readonly AdlView[];
  venue: VenueView;
  /** Undefined where the account's messages take no time. */
  latency: LatencyRule | undefined;
  directives: readonly DirectiveView[];
  house: readonly HouseRule[];
  rules: RulesView;
  breachesUnder: readonly BreachView[];
}

export type Answer<Q extends { readonly type: Query["type"] }> = Answers[Q["type"]];
