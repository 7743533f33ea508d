// Made of event.ts by `npm run golden`: a field is changed there.
import type { RecordBuffer } from "../../encoding/layout.ts";
import type { AccountId, Action, BillId, ContractIndex, Leverage, Lots, OrderId, OrderSlot, Points, PositionId, PositionSlot, Rate, Seq, Side, Ticks, TimeMs, TradeId } from "../../units/kinds.ts";
import type { Amount } from "../../units/money.ts";
import type { PositionColumns } from "./positionColumns.ts";
import type { OrderColumns } from "./orderColumns.ts";

/** What {@link writeCommandRejected} writes. */
export interface CommandRejectedRecord {
  readonly command: number;
  readonly account: AccountId;
  readonly code: number;
  readonly d0: number;
  readonly d1: number;
  readonly d2: number;
  readonly d3: number;
  readonly d4: number;
}

export function writeCommandRejected(events: RecordBuffer, index: number, record: CommandRejectedRecord): void {
  const at = events.begin(0x0001_0001, 9, index) + 1;
  const { words } = events;
  words[at] = record.command;
  words[at + 1] = record.account;
  words[at + 2] = record.code;
  words[at + 3] = record.d0;
  words[at + 4] = record.d1;
  words[at + 5] = record.d2;
  words[at + 6] = record.d3;
  words[at + 7] = record.d4;
}

/** What {@link writeTimeAdvanced} writes. */
export interface TimeAdvancedRecord {
  readonly time: TimeMs;
}

export function writeTimeAdvanced(events: RecordBuffer, index: number, record: TimeAdvancedRecord): void {
  const at = events.begin(0x0001_0002, 2, index) + 1;
  const { words } = events;
  words[at] = record.time;
}

/** What {@link writeRequestRepeated} writes. */
export interface RequestRepeatedRecord {
  readonly account: AccountId;
  readonly order: OrderId;
}

export function writeRequestRepeated(events: RecordBuffer, index: number, record: RequestRepeatedRecord): void {
  const at = events.begin(0x0001_0003, 3, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.order;
}

/** What {@link writeContractStatusChanged} writes. */
export interface ContractStatusChangedRecord {
  readonly contract: ContractIndex;
  readonly status: number;
}

export function writeContractStatusChanged(events: RecordBuffer, index: number, record: ContractStatusChangedRecord): void {
  const at = events.begin(0x0001_000c, 3, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.status;
}

/** What {@link writeDelistingSet} writes. */
export interface DelistingSetRecord {
  readonly contract: ContractIndex;
  readonly due: TimeMs;
}

export function writeDelistingSet(events: RecordBuffer, index: number, record: DelistingSetRecord): void {
  const at = events.begin(0x0001_0005, 3, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.due;
}

/** What {@link writeIndexChanged} writes. */
export interface IndexChangedRecord {
  readonly contract: ContractIndex;
  readonly points: Points;
}

export function writeIndexChanged(events: RecordBuffer, index: number, record: IndexChangedRecord): void {
  const at = events.begin(0x0001_000d, 3, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.points;
}

/** What {@link writeMarkChanged} writes. */
export interface MarkChangedRecord {
  readonly contract: ContractIndex;
  readonly points: Points;
}

export function writeMarkChanged(events: RecordBuffer, index: number, record: MarkChangedRecord): void {
  const at = events.begin(0x0001_000e, 3, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.points;
}

/** What {@link writePriceReported} writes. */
export interface PriceReportedRecord {
  readonly contract: ContractIndex;
  readonly source: number;
  readonly points: Points;
  readonly weight: number;
}

export function writePriceReported(events: RecordBuffer, index: number, record: PriceReportedRecord): void {
  const at = events.begin(0x0001_0010, 5, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.source;
  words[at + 2] = record.points;
  words[at + 3] = record.weight;
}

/** What {@link writePushingChanged} writes. */
export interface PushingChangedRecord {
  readonly contract: ContractIndex;
  readonly pushed: boolean;
}

export function writePushingChanged(events: RecordBuffer, index: number, record: PushingChangedRecord): void {
  const at = events.begin(0x0001_0006, 3, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.pushed ? 1 : 0;
}

/** What {@link writeSourceFollowed} writes. */
export interface SourceFollowedRecord {
  readonly contract: ContractIndex;
  readonly sourceMark: number;
  readonly sourceRate: number;
  readonly hasSourceRate: boolean;
  readonly held: boolean;
}

export function writeSourceFollowed(events: RecordBuffer, index: number, record: SourceFollowedRecord): void {
  const at = events.begin(0x0001_002f, 6, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.sourceMark;
  words[at + 2] = record.sourceRate;
  words[at + 3] = record.hasSourceRate ? 1 : 0;
  words[at + 4] = record.held ? 1 : 0;
}

/** What {@link writeMarkRuleChanged} writes. */
export interface MarkRuleChangedRecord {
  readonly contract: ContractIndex;
  readonly method: number;
  readonly window: number;
  readonly boundRate: Rate;
  readonly impactUnits: number;
}

export function writeMarkRuleChanged(events: RecordBuffer, index: number, record: MarkRuleChangedRecord): void {
  const at = events.begin(0x0001_0011, 6, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.method;
  words[at + 2] = record.window;
  words[at + 3] = record.boundRate;
  words[at + 4] = record.impactUnits;
}

/** What {@link writeRiskRuleChanged} writes. */
export interface RiskRuleChangedRecord {
  readonly contract: ContractIndex;
  readonly fundingInFull: boolean;
  readonly residualToFund: boolean;
  readonly flatTiers: boolean;
  readonly tierByNet: boolean;
  readonly hedge: number;
  readonly marginAtEntry: boolean;
  readonly fundingMean: boolean;
  readonly presetsWhenFilled: boolean;
  readonly feesUp: boolean;
  readonly reduction: number;
  readonly adlRandom: boolean;
  readonly exitsYield: boolean;
  readonly newOnly: boolean;
}

export function writeRiskRuleChanged(events: RecordBuffer, index: number, record: RiskRuleChangedRecord): void {
  const at = events.begin(0x0001_0012, 15, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.fundingInFull ? 1 : 0;
  words[at + 2] = record.residualToFund ? 1 : 0;
  words[at + 3] = record.flatTiers ? 1 : 0;
  words[at + 4] = record.tierByNet ? 1 : 0;
  words[at + 5] = record.hedge;
  words[at + 6] = record.marginAtEntry ? 1 : 0;
  words[at + 7] = record.fundingMean ? 1 : 0;
  words[at + 8] = record.presetsWhenFilled ? 1 : 0;
  words[at + 9] = record.feesUp ? 1 : 0;
  words[at + 10] = record.reduction;
  words[at + 11] = record.adlRandom ? 1 : 0;
  words[at + 12] = record.exitsYield ? 1 : 0;
  words[at + 13] = record.newOnly ? 1 : 0;
}

/** What {@link writeFundRuleChanged} writes. */
export interface FundRuleChangedRecord {
  readonly floor: Amount;
  readonly notionalMax: Amount;
}

export function writeFundRuleChanged(events: RecordBuffer, index: number, record: FundRuleChangedRecord): void {
  const at = events.begin(0x0001_0013, 5, index) + 1;
  const { words } = events;
  words[at] = record.floor.hi;
  words[at + 1] = record.floor.lo;
  words[at + 2] = record.notionalMax.hi;
  words[at + 3] = record.notionalMax.lo;
}

/** What {@link writeFundingTurned} writes. */
export interface FundingTurnedRecord {
  readonly contract: ContractIndex;
  readonly settledRate: Rate;
  readonly skipped: boolean;
  readonly rate: Rate;
  readonly due: TimeMs;
  readonly markPoints: Points;
}

export function writeFundingTurned(events: RecordBuffer, index: number, record: FundingTurnedRecord): void {
  const at = events.begin(0x0001_000f, 7, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.settledRate;
  words[at + 2] = record.skipped ? 1 : 0;
  words[at + 3] = record.rate;
  words[at + 4] = record.due;
  words[at + 5] = record.markPoints;
}

/** What {@link writeAccountChanged} writes. */
export interface AccountChangedRecord {
  readonly account: AccountId;
  readonly status: number;
  readonly feeSet: boolean;
  readonly takerRate: Rate;
  readonly makerRate: Rate;
  readonly discountSet: boolean;
  readonly discount: Rate;
  readonly sideDiscountSet: boolean;
  readonly takerDiscount: Rate;
  readonly makerDiscount: Rate;
  readonly orderRateLimitPerMinute: number;
  readonly orderDelayMs: number;
  readonly cancelDelayMs: number;
  readonly selfTradePrevention: number;
  readonly marginCallPercent: number;
  readonly group: number;
  readonly positionMode: number;
}

export function writeAccountChanged(events: RecordBuffer, index: number, record: AccountChangedRecord): void {
  const at = events.begin(0x0001_0015, 18, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.status;
  words[at + 2] = record.feeSet ? 1 : 0;
  words[at + 3] = record.takerRate;
  words[at + 4] = record.makerRate;
  words[at + 5] = record.discountSet ? 1 : 0;
  words[at + 6] = record.discount;
  words[at + 7] = record.sideDiscountSet ? 1 : 0;
  words[at + 8] = record.takerDiscount;
  words[at + 9] = record.makerDiscount;
  words[at + 10] = record.orderRateLimitPerMinute;
  words[at + 11] = record.orderDelayMs;
  words[at + 12] = record.cancelDelayMs;
  words[at + 13] = record.selfTradePrevention;
  words[at + 14] = record.marginCallPercent;
  words[at + 15] = record.group;
  words[at + 16] = record.positionMode;
}

/** What {@link writeSymbolFeeChanged} writes. */
export interface SymbolFeeChangedRecord {
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly feeSet: boolean;
  readonly takerRate: Rate;
  readonly makerRate: Rate;
  readonly discountSet: boolean;
  readonly discount: Rate;
  readonly sideDiscountSet: boolean;
  readonly takerDiscount: Rate;
  readonly makerDiscount: Rate;
}

export function writeSymbolFeeChanged(events: RecordBuffer, index: number, record: SymbolFeeChangedRecord): void {
  const at = events.begin(0x0001_0016, 11, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.contract;
  words[at + 2] = record.feeSet ? 1 : 0;
  words[at + 3] = record.takerRate;
  words[at + 4] = record.makerRate;
  words[at + 5] = record.discountSet ? 1 : 0;
  words[at + 6] = record.discount;
  words[at + 7] = record.sideDiscountSet ? 1 : 0;
  words[at + 8] = record.takerDiscount;
  words[at + 9] = record.makerDiscount;
}

/** What {@link writeLeverageChanged} writes. */
export interface LeverageChangedRecord {
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly cross: Leverage;
  readonly isolatedLong: Leverage;
  readonly isolatedShort: Leverage;
}

export function writeLeverageChanged(events: RecordBuffer, index: number, record: LeverageChangedRecord): void {
  const at = events.begin(0x0001_0019, 6, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.contract;
  words[at + 2] = record.cross;
  words[at + 3] = record.isolatedLong;
  words[at + 4] = record.isolatedShort;
}

/** What {@link writeModeChanged} writes. */
export interface ModeChangedRecord {
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly marginMode: number;
  readonly separatedMode: number;
}

export function writeModeChanged(events: RecordBuffer, index: number, record: ModeChangedRecord): void {
  const at = events.begin(0x0001_001a, 5, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.contract;
  words[at + 2] = record.marginMode;
  words[at + 3] = record.separatedMode;
}

/** What {@link writeAutoAppendChanged} writes. */
export interface AutoAppendChangedRecord {
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly position: PositionId;
  readonly on: boolean;
}

export function writeAutoAppendChanged(events: RecordBuffer, index: number, record: AutoAppendChangedRecord): void {
  const at = events.begin(0x0001_001b, 5, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.contract;
  words[at + 2] = record.position;
  words[at + 3] = record.on ? 1 : 0;
}

/** What {@link writePaperOpened} writes. */
export interface PaperOpenedRecord {
  readonly account: AccountId;
  readonly owner: AccountId;
}

export function writePaperOpened(events: RecordBuffer, index: number, record: PaperOpenedRecord): void {
  const at = events.begin(0x0001_001c, 3, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.owner;
}

/** What {@link writeReferralChanged} writes. */
export interface ReferralChangedRecord {
  readonly account: AccountId;
  readonly agent: AccountId;
  readonly rebateRate: Rate;
}

export function writeReferralChanged(events: RecordBuffer, index: number, record: ReferralChangedRecord): void {
  const at = events.begin(0x0001_001d, 4, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.agent;
  words[at + 2] = record.rebateRate;
}

/** What {@link writeMoneyMoved} writes. */
export interface MoneyMovedRecord {
  readonly movement: number;
  readonly contract: ContractIndex;
  readonly amount: Amount;
  readonly fromAccount: AccountId;
  readonly fromEntry: PositionId;
  readonly fromBill: BillId;
  readonly fromBalance: Amount;
  readonly toAccount: AccountId;
  readonly toEntry: PositionId;
  readonly toBill: BillId;
  readonly toBalance: Amount;
}

export function writeMoneyMoved(events: RecordBuffer, index: number, record: MoneyMovedRecord): void {
  const at = events.begin(0x0001_001e, 15, index) + 1;
  const { words } = events;
  words[at] = record.movement;
  words[at + 1] = record.contract;
  words[at + 2] = record.amount.hi;
  words[at + 3] = record.amount.lo;
  words[at + 4] = record.fromAccount;
  words[at + 5] = record.fromEntry;
  words[at + 6] = record.fromBill;
  words[at + 7] = record.fromBalance.hi;
  words[at + 8] = record.fromBalance.lo;
  words[at + 9] = record.toAccount;
  words[at + 10] = record.toEntry;
  words[at + 11] = record.toBill;
  words[at + 12] = record.toBalance.hi;
  words[at + 13] = record.toBalance.lo;
}

/** What {@link writeRebatePaid} writes. */
export interface RebatePaidRecord {
  readonly account: AccountId;
  readonly agent: AccountId;
  readonly fees: Amount;
  readonly rebateRate: Rate;
  readonly amount: Amount;
  readonly sinceSeq: Seq;
}

export function writeRebatePaid(events: RecordBuffer, index: number, record: RebatePaidRecord): void {
  const at = events.begin(0x0001_0027, 9, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.agent;
  words[at + 2] = record.fees.hi;
  words[at + 3] = record.fees.lo;
  words[at + 4] = record.rebateRate;
  words[at + 5] = record.amount.hi;
  words[at + 6] = record.amount.lo;
  words[at + 7] = record.sinceSeq;
}

/** What {@link writeMovementBegun} writes. */
export interface MovementBegunRecord {
  readonly id: number;
  readonly movement: number;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: Amount;
}

export function writeMovementBegun(events: RecordBuffer, index: number, record: MovementBegunRecord): void {
  const at = events.begin(0x0001_001f, 7, index) + 1;
  const { words } = events;
  words[at] = record.id;
  words[at + 1] = record.movement;
  words[at + 2] = record.from;
  words[at + 3] = record.to;
  words[at + 4] = record.amount.hi;
  words[at + 5] = record.amount.lo;
}

/** What {@link writeMovementEnded} writes. */
export interface MovementEndedRecord {
  readonly id: number;
  readonly movement: number;
  readonly from: AccountId;
  readonly to: AccountId;
  readonly amount: Amount;
  readonly complete: boolean;
}

export function writeMovementEnded(events: RecordBuffer, index: number, record: MovementEndedRecord): void {
  const at = events.begin(0x0001_0020, 8, index) + 1;
  const { words } = events;
  words[at] = record.id;
  words[at + 1] = record.movement;
  words[at + 2] = record.from;
  words[at + 3] = record.to;
  words[at + 4] = record.amount.hi;
  words[at + 5] = record.amount.lo;
  words[at + 6] = record.complete ? 1 : 0;
}

/** What {@link writeFundingSettled} writes. */
export interface FundingSettledRecord {
  readonly contract: ContractIndex;
  readonly position: PositionId;
  readonly account: AccountId;
  readonly entry: PositionId;
  readonly rate: Rate;
  readonly amount: Amount;
  readonly bill: BillId;
  readonly balance: Amount;
}

export function writeFundingSettled(events: RecordBuffer, index: number, record: FundingSettledRecord): void {
  const at = events.begin(0x0001_0021, 11, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.position;
  words[at + 2] = record.account;
  words[at + 3] = record.entry;
  words[at + 4] = record.rate;
  words[at + 5] = record.amount.hi;
  words[at + 6] = record.amount.lo;
  words[at + 7] = record.bill;
  words[at + 8] = record.balance.hi;
  words[at + 9] = record.balance.lo;
}

/** What {@link writeLiquidationFeeReceived} writes. */
export interface LiquidationFeeReceivedRecord {
  readonly contract: ContractIndex;
  readonly trade: TradeId;
  readonly amount: Amount;
  readonly bill: BillId;
  readonly balance: Amount;
}

export function writeLiquidationFeeReceived(events: RecordBuffer, index: number, record: LiquidationFeeReceivedRecord): void {
  const at = events.begin(0x0001_0022, 8, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.trade;
  words[at + 2] = record.amount.hi;
  words[at + 3] = record.amount.lo;
  words[at + 4] = record.bill;
  words[at + 5] = record.balance.hi;
  words[at + 6] = record.balance.lo;
}

/** What {@link writeLiquidationStarted} writes. */
export interface LiquidationStartedRecord {
  readonly account: AccountId;
  readonly position: PositionId;
  readonly forced: boolean;
  readonly equity: Amount;
  readonly requirement: Amount;
  readonly bill: BillId;
  readonly balance: Amount;
}

export function writeLiquidationStarted(events: RecordBuffer, index: number, record: LiquidationStartedRecord): void {
  const at = events.begin(0x0001_0023, 11, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.position;
  words[at + 2] = record.forced ? 1 : 0;
  words[at + 3] = record.equity.hi;
  words[at + 4] = record.equity.lo;
  words[at + 5] = record.requirement.hi;
  words[at + 6] = record.requirement.lo;
  words[at + 7] = record.bill;
  words[at + 8] = record.balance.hi;
  words[at + 9] = record.balance.lo;
}

/** What {@link writeMarginCalled} writes. */
export interface MarginCalledRecord {
  readonly account: AccountId;
  readonly position: PositionId;
  readonly called: boolean;
  readonly equity: Amount;
  readonly requirement: Amount;
}

export function writeMarginCalled(events: RecordBuffer, index: number, record: MarginCalledRecord): void {
  const at = events.begin(0x0001_0060, 8, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.position;
  words[at + 2] = record.called ? 1 : 0;
  words[at + 3] = record.equity.hi;
  words[at + 4] = record.equity.lo;
  words[at + 5] = record.requirement.hi;
  words[at + 6] = record.requirement.lo;
}

/** What {@link writeLiquidationQueued} writes. */
export interface LiquidationQueuedRecord {
  readonly account: AccountId;
  readonly position: PositionId;
  readonly forced: boolean;
}

export function writeLiquidationQueued(events: RecordBuffer, index: number, record: LiquidationQueuedRecord): void {
  const at = events.begin(0x0001_0025, 4, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.position;
  words[at + 2] = record.forced ? 1 : 0;
}

/** What {@link writeLiquidationDropped} writes. */
export interface LiquidationDroppedRecord {
  readonly account: AccountId;
  readonly position: PositionId;
}

export function writeLiquidationDropped(events: RecordBuffer, index: number, record: LiquidationDroppedRecord): void {
  const at = events.begin(0x0001_0026, 3, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.position;
}

/** What {@link writeLiquidationFinished} writes. */
export interface LiquidationFinishedRecord {
  readonly account: AccountId;
  readonly position: PositionId;
  readonly bill: BillId;
  readonly balance: Amount;
}

export function writeLiquidationFinished(events: RecordBuffer, index: number, record: LiquidationFinishedRecord): void {
  const at = events.begin(0x0001_0024, 6, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.position;
  words[at + 2] = record.bill;
  words[at + 3] = record.balance.hi;
  words[at + 4] = record.balance.lo;
}

export function writePositionOpened(events: RecordBuffer, index: number, rows: PositionColumns, slot: PositionSlot): void {
  const at = events.begin(0x0001_0028, 9, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.leg[slot];
  words[at + 4] = rows.marginMode[slot];
  words[at + 5] = rows.separatedMode[slot];
  words[at + 6] = rows.openOrder[slot];
  words[at + 7] = rows.leverage[slot];
}

export function writePositionClosed(events: RecordBuffer, index: number, rows: PositionColumns, slot: PositionSlot): void {
  const at = events.begin(0x0001_0029, 23, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.leg[slot];
  words[at + 4] = rows.marginMode[slot];
  words[at + 5] = rows.separatedMode[slot];
  words[at + 6] = rows.openOrder[slot];
  words[at + 7] = rows.leverage[slot];
  words[at + 8] = rows.cumOpenSize[slot];
  words[at + 9] = rows.cumOpenValue.hi[slot];
  words[at + 10] = rows.cumOpenValue.lo[slot];
  words[at + 11] = rows.cumOpenFee.hi[slot];
  words[at + 12] = rows.cumOpenFee.lo[slot];
  words[at + 13] = rows.cumCloseValue.hi[slot];
  words[at + 14] = rows.cumCloseValue.lo[slot];
  words[at + 15] = rows.cumCloseFee.hi[slot];
  words[at + 16] = rows.cumCloseFee.lo[slot];
  words[at + 17] = rows.cumFunding.hi[slot];
  words[at + 18] = rows.cumFunding.lo[slot];
  words[at + 19] = rows.cumLiquidateFee.hi[slot];
  words[at + 20] = rows.cumLiquidateFee.lo[slot];
  words[at + 21] = rows.createdTime[slot];
}

export function writeOrderRested(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_0033, 7, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.side[slot];
  words[at + 4] = rows.price[slot];
  words[at + 5] = rows.remaining[slot];
}

export function writeOrderRestedOnPaper(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_003a, 7, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.side[slot];
  words[at + 4] = rows.price[slot];
  words[at + 5] = rows.remaining[slot];
}

/** What {@link writeOrderCanceling} writes beside what the row says. */
export interface OrderCancelingRecord {
  readonly dueTime: TimeMs;
}

export function writeOrderCanceling(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot, record: OrderCancelingRecord): void {
  const at = events.begin(0x0001_0034, 5, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = record.dueTime;
}

/** What {@link writeOrderResized} writes beside what the row says. */
export interface OrderResizedRecord {
  readonly by: Lots;
  readonly resting: boolean;
}

export function writeOrderResized(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot, record: OrderResizedRecord): void {
  const at = events.begin(0x0001_0035, 10, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.side[slot];
  words[at + 4] = rows.price[slot];
  words[at + 5] = rows.size[slot];
  words[at + 6] = rows.remaining[slot];
  words[at + 7] = record.by;
  words[at + 8] = record.resting ? 1 : 0;
}

/** What {@link writeOrderAmended} writes beside what the row says. */
export interface OrderAmendedRecord {
  readonly priceBefore: Ticks;
  readonly by: Lots;
  readonly resting: boolean;
  readonly dueTime: TimeMs;
}

export function writeOrderAmended(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot, record: OrderAmendedRecord): void {
  const at = events.begin(0x0001_0031, 17, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.side[slot];
  words[at + 4] = record.priceBefore;
  words[at + 5] = record.by;
  words[at + 6] = record.resting ? 1 : 0;
  words[at + 7] = rows.price[slot];
  words[at + 8] = rows.size[slot];
  words[at + 9] = rows.remaining[slot];
  words[at + 10] = rows.leverage[slot];
  words[at + 11] = rows.frozen.hi[slot];
  words[at + 12] = rows.frozen.lo[slot];
  words[at + 13] = rows.markPoints[slot];
  words[at + 14] = rows.feeRate[slot];
  words[at + 15] = record.dueTime;
}

/** What {@link writeOrderActivated} writes beside what the row says. */
export interface OrderActivatedRecord {
  readonly points: Points;
}

export function writeOrderActivated(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot, record: OrderActivatedRecord): void {
  const at = events.begin(0x0001_0067, 5, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = record.points;
}

/** What {@link writeTrailMoved} writes. */
export interface TrailMovedRecord {
  readonly contract: ContractIndex;
  readonly triggerSource: number;
  readonly points: Points;
}

export function writeTrailMoved(events: RecordBuffer, index: number, record: TrailMovedRecord): void {
  const at = events.begin(0x0001_0068, 4, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.triggerSource;
  words[at + 2] = record.points;
}

export function writeOrderTriggerQueued(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_0036, 4, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
}

/** What {@link writeOrderHeld} writes beside what the row says. */
export interface OrderHeldRecord {
  readonly held: boolean;
}

export function writeOrderHeld(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot, record: OrderHeldRecord): void {
  const at = events.begin(0x0001_003b, 5, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = record.held ? 1 : 0;
}

export function writeOrderTriggered(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_0037, 11, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.price[slot];
  words[at + 4] = rows.size[slot];
  words[at + 5] = rows.leverage[slot];
  words[at + 6] = rows.frozen.hi[slot];
  words[at + 7] = rows.frozen.lo[slot];
  words[at + 8] = rows.markPoints[slot];
  words[at + 9] = rows.feeRate[slot];
}

export function writeOrderPriced(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_005f, 7, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.price[slot];
  words[at + 4] = rows.frozen.hi[slot];
  words[at + 5] = rows.frozen.lo[slot];
}

export function writeOrderModified(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_0038, 8, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.conditions.triggerPrice[rows.condition[slot]];
  words[at + 4] = rows.conditions.triggerSource[rows.condition[slot]];
  words[at + 5] = rows.price[slot];
  words[at + 6] = rows.market[slot];
}

/** What {@link writeTraded} writes. */
export interface TradedRecord {
  readonly trade: TradeId;
  readonly contract: ContractIndex;
  readonly price: Ticks;
  readonly size: Lots;
  readonly value: Amount;
  readonly takerSide: Side;
  readonly origin: number;
  readonly makerOrder: OrderId;
  readonly makerAccount: AccountId;
  readonly makerAction: Action;
  readonly makerKind: number;
  readonly makerMarginMode: number;
  readonly makerSeparatedMode: number;
  readonly makerPosition: PositionId;
  readonly makerRemaining: Lots;
  readonly makerFee: Amount;
  readonly makerLiquidationFee: Amount;
  readonly makerRealized: Amount;
  readonly makerBill: BillId;
  readonly makerBalance: Amount;
  readonly makerFeeBill: BillId;
  readonly makerFeeBalance: Amount;
  readonly makerSize: Lots;
  readonly makerValue: Amount;
  readonly takerOrder: OrderId;
  readonly takerAccount: AccountId;
  readonly takerAction: Action;
  readonly takerKind: number;
  readonly takerMarginMode: number;
  readonly takerSeparatedMode: number;
  readonly takerPosition: PositionId;
  readonly takerRemaining: Lots;
  readonly takerFee: Amount;
  readonly takerLiquidationFee: Amount;
  readonly takerRealized: Amount;
  readonly takerBill: BillId;
  readonly takerBalance: Amount;
  readonly takerFeeBill: BillId;
  readonly takerFeeBalance: Amount;
  readonly takerSize: Lots;
  readonly takerValue: Amount;
}

export function writeTraded(events: RecordBuffer, index: number, record: TradedRecord): void {
  const at = events.begin(0x0001_003c, 55, index) + 1;
  const { words } = events;
  words[at] = record.trade;
  words[at + 1] = record.contract;
  words[at + 2] = record.price;
  words[at + 3] = record.size;
  words[at + 4] = record.value.hi;
  words[at + 5] = record.value.lo;
  words[at + 6] = record.takerSide;
  words[at + 7] = record.origin;
  words[at + 8] = record.makerOrder;
  words[at + 9] = record.makerAccount;
  words[at + 10] = record.makerAction;
  words[at + 11] = record.makerKind;
  words[at + 12] = record.makerMarginMode;
  words[at + 13] = record.makerSeparatedMode;
  words[at + 14] = record.makerPosition;
  words[at + 15] = record.makerRemaining;
  words[at + 16] = record.makerFee.hi;
  words[at + 17] = record.makerFee.lo;
  words[at + 18] = record.makerLiquidationFee.hi;
  words[at + 19] = record.makerLiquidationFee.lo;
  words[at + 20] = record.makerRealized.hi;
  words[at + 21] = record.makerRealized.lo;
  words[at + 22] = record.makerBill;
  words[at + 23] = record.makerBalance.hi;
  words[at + 24] = record.makerBalance.lo;
  words[at + 25] = record.makerFeeBill;
  words[at + 26] = record.makerFeeBalance.hi;
  words[at + 27] = record.makerFeeBalance.lo;
  words[at + 28] = record.makerSize;
  words[at + 29] = record.makerValue.hi;
  words[at + 30] = record.makerValue.lo;
  words[at + 31] = record.takerOrder;
  words[at + 32] = record.takerAccount;
  words[at + 33] = record.takerAction;
  words[at + 34] = record.takerKind;
  words[at + 35] = record.takerMarginMode;
  words[at + 36] = record.takerSeparatedMode;
  words[at + 37] = record.takerPosition;
  words[at + 38] = record.takerRemaining;
  words[at + 39] = record.takerFee.hi;
  words[at + 40] = record.takerFee.lo;
  words[at + 41] = record.takerLiquidationFee.hi;
  words[at + 42] = record.takerLiquidationFee.lo;
  words[at + 43] = record.takerRealized.hi;
  words[at + 44] = record.takerRealized.lo;
  words[at + 45] = record.takerBill;
  words[at + 46] = record.takerBalance.hi;
  words[at + 47] = record.takerBalance.lo;
  words[at + 48] = record.takerFeeBill;
  words[at + 49] = record.takerFeeBalance.hi;
  words[at + 50] = record.takerFeeBalance.lo;
  words[at + 51] = record.takerSize;
  words[at + 52] = record.takerValue.hi;
  words[at + 53] = record.takerValue.lo;
}

/** What {@link writeTradeTurned} writes. */
export interface TradeTurnedRecord {
  readonly trade: TradeId;
  readonly contract: ContractIndex;
  readonly price: Ticks;
  readonly isTaker: boolean;
  readonly counterparty: AccountId;
  readonly order: OrderId;
  readonly account: AccountId;
  readonly action: Action;
  readonly kind: number;
  readonly marginMode: number;
  readonly separatedMode: number;
  readonly position: PositionId;
  readonly remaining: Lots;
  readonly fee: Amount;
  readonly liquidationFee: Amount;
  readonly realized: Amount;
  readonly bill: BillId;
  readonly balance: Amount;
  readonly feeBill: BillId;
  readonly feeBalance: Amount;
  readonly size: Lots;
  readonly value: Amount;
}

export function writeTradeTurned(events: RecordBuffer, index: number, record: TradeTurnedRecord): void {
  const at = events.begin(0x0001_005e, 29, index) + 1;
  const { words } = events;
  words[at] = record.trade;
  words[at + 1] = record.contract;
  words[at + 2] = record.price;
  words[at + 3] = record.isTaker ? 1 : 0;
  words[at + 4] = record.counterparty;
  words[at + 5] = record.order;
  words[at + 6] = record.account;
  words[at + 7] = record.action;
  words[at + 8] = record.kind;
  words[at + 9] = record.marginMode;
  words[at + 10] = record.separatedMode;
  words[at + 11] = record.position;
  words[at + 12] = record.remaining;
  words[at + 13] = record.fee.hi;
  words[at + 14] = record.fee.lo;
  words[at + 15] = record.liquidationFee.hi;
  words[at + 16] = record.liquidationFee.lo;
  words[at + 17] = record.realized.hi;
  words[at + 18] = record.realized.lo;
  words[at + 19] = record.bill;
  words[at + 20] = record.balance.hi;
  words[at + 21] = record.balance.lo;
  words[at + 22] = record.feeBill;
  words[at + 23] = record.feeBalance.hi;
  words[at + 24] = record.feeBalance.lo;
  words[at + 25] = record.size;
  words[at + 26] = record.value.hi;
  words[at + 27] = record.value.lo;
}

/** What {@link writePaperTaken} writes. */
export interface PaperTakenRecord {
  readonly account: AccountId;
  readonly order: OrderId;
  readonly lots: Lots;
}

export function writePaperTaken(events: RecordBuffer, index: number, record: PaperTakenRecord): void {
  const at = events.begin(0x0001_003d, 4, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.order;
  words[at + 2] = record.lots;
}

/** What {@link writePaperFlowEnded} writes. */
export interface PaperFlowEndedRecord {
  readonly contract: ContractIndex;
  readonly side: Side;
  readonly price: Ticks;
}

export function writePaperFlowEnded(events: RecordBuffer, index: number, record: PaperFlowEndedRecord): void {
  const at = events.begin(0x0001_003e, 4, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.side;
  words[at + 2] = record.price;
}

/** What {@link writeMessageSent} writes. */
export interface MessageSentRecord {
  readonly account: AccountId;
  readonly dueTime: TimeMs;
}

export function writeMessageSent(events: RecordBuffer, index: number, record: MessageSentRecord): void {
  const at = events.begin(0x0001_002d, 3, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.dueTime;
}

/** What {@link writeCancelSent} writes. */
export interface CancelSentRecord {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly dueTime: TimeMs;
}

export function writeCancelSent(events: RecordBuffer, index: number, record: CancelSentRecord): void {
  const at = events.begin(0x0001_002e, 5, index) + 1;
  const { words } = events;
  words[at] = record.order;
  words[at + 1] = record.account;
  words[at + 2] = record.contract;
  words[at + 3] = record.dueTime;
}

/** What {@link writeAmendSent} writes. */
export interface AmendSentRecord {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly price: Ticks;
  readonly size: Lots;
  readonly dueTime: TimeMs;
}

export function writeAmendSent(events: RecordBuffer, index: number, record: AmendSentRecord): void {
  const at = events.begin(0x0001_0030, 7, index) + 1;
  const { words } = events;
  words[at] = record.order;
  words[at + 1] = record.account;
  words[at + 2] = record.contract;
  words[at + 3] = record.price;
  words[at + 4] = record.size;
  words[at + 5] = record.dueTime;
}

/** What {@link writeCountdownSet} writes. */
export interface CountdownSetRecord {
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly which: number;
  readonly dueTime: TimeMs;
}

export function writeCountdownSet(events: RecordBuffer, index: number, record: CountdownSetRecord): void {
  const at = events.begin(0x0001_0066, 5, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.contract;
  words[at + 2] = record.which;
  words[at + 3] = record.dueTime;
}

/** What {@link writeDirectiveTaken} writes. */
export interface DirectiveTakenRecord {
  readonly directive: number;
  readonly order: OrderId;
  readonly kept: boolean;
}

export function writeDirectiveTaken(events: RecordBuffer, index: number, record: DirectiveTakenRecord): void {
  const at = events.begin(0x0001_0045, 4, index) + 1;
  const { words } = events;
  words[at] = record.directive;
  words[at + 1] = record.order;
  words[at + 2] = record.kept ? 1 : 0;
}

/** What {@link writeDirectiveDone} writes. */
export interface DirectiveDoneRecord {
  readonly directive: number;
  readonly order: OrderId;
  readonly unmet: number;
}

export function writeDirectiveDone(events: RecordBuffer, index: number, record: DirectiveDoneRecord): void {
  const at = events.begin(0x0001_0046, 4, index) + 1;
  const { words } = events;
  words[at] = record.directive;
  words[at + 1] = record.order;
  words[at + 2] = record.unmet;
}

/** What {@link writeOrderSetAside} writes beside what the row says. */
export interface OrderSetAsideRecord {
  readonly resting: boolean;
}

export function writeOrderSetAside(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot, record: OrderSetAsideRecord): void {
  const at = events.begin(0x0001_0047, 8, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.side[slot];
  words[at + 4] = rows.price[slot];
  words[at + 5] = rows.remaining[slot];
  words[at + 6] = record.resting ? 1 : 0;
}

/** What {@link writePresetsPostponed} writes. */
export interface PresetsPostponedRecord {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly action: Action;
  readonly marginMode: number;
  readonly separatedMode: number;
  readonly position: PositionId;
  readonly leverage: Leverage;
  readonly presetTakeProfit: Ticks;
  readonly presetStopLoss: Ticks;
  readonly presetsOnMark: number;
  readonly size: Lots;
  readonly dueTime: TimeMs;
}

export function writePresetsPostponed(events: RecordBuffer, index: number, record: PresetsPostponedRecord): void {
  const at = events.begin(0x0001_0048, 14, index) + 1;
  const { words } = events;
  words[at] = record.order;
  words[at + 1] = record.account;
  words[at + 2] = record.contract;
  words[at + 3] = record.action;
  words[at + 4] = record.marginMode;
  words[at + 5] = record.separatedMode;
  words[at + 6] = record.position;
  words[at + 7] = record.leverage;
  words[at + 8] = record.presetTakeProfit;
  words[at + 9] = record.presetStopLoss;
  words[at + 10] = record.presetsOnMark;
  words[at + 11] = record.size;
  words[at + 12] = record.dueTime;
}

/** What {@link writePresetsDue} writes. */
export interface PresetsDueRecord {
  readonly order: OrderId;
}

export function writePresetsDue(events: RecordBuffer, index: number, record: PresetsDueRecord): void {
  const at = events.begin(0x0001_0049, 2, index) + 1;
  const { words } = events;
  words[at] = record.order;
}

/** What {@link writeTradeLeftOut} writes. */
export interface TradeLeftOutRecord {
  readonly account: AccountId;
  readonly contract: ContractIndex;
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly reason: number;
}

export function writeTradeLeftOut(events: RecordBuffer, index: number, record: TradeLeftOutRecord): void {
  const at = events.begin(0x0001_0058, 7, index) + 1;
  const { words } = events;
  words[at] = record.account;
  words[at + 1] = record.contract;
  words[at + 2] = record.takerSide;
  words[at + 3] = record.price;
  words[at + 4] = record.lots;
  words[at + 5] = record.reason;
}

/** What {@link writeHouseActed} writes. */
export interface HouseActedRecord {
  readonly contract: ContractIndex;
  readonly acts: number;
  readonly quoteDue: number;
  readonly tradeDue: number;
  readonly index: number;
  readonly centre: number;
  readonly heat: number;
  readonly drift: number;
  readonly runSide: number;
  readonly runLeft: number;
}

export function writeHouseActed(events: RecordBuffer, index: number, record: HouseActedRecord): void {
  const at = events.begin(0x0001_002b, 11, index) + 1;
  const { words } = events;
  words[at] = record.contract;
  words[at + 1] = record.acts;
  words[at + 2] = record.quoteDue;
  words[at + 3] = record.tradeDue;
  words[at + 4] = record.index;
  words[at + 5] = record.centre;
  words[at + 6] = record.heat;
  words[at + 7] = record.drift;
  words[at + 8] = record.runSide;
  words[at + 9] = record.runLeft;
}

export function writeQuotePlaced(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_0042, 7, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.action[slot];
  words[at + 4] = rows.price[slot];
  words[at + 5] = rows.size[slot];
}

export function writeQuoteWithdrawn(events: RecordBuffer, index: number, rows: OrderColumns, slot: OrderSlot): void {
  const at = events.begin(0x0001_0043, 7, index) + 1;
  const { words } = events;
  words[at] = rows.id[slot];
  words[at + 1] = rows.account[slot];
  words[at + 2] = rows.contract[slot];
  words[at + 3] = rows.action[slot];
  words[at + 4] = rows.price[slot];
  words[at + 5] = rows.size[slot];
}

/** What {@link putPlacement} puts. */
export interface Placement {
  readonly requestHash: number;
  readonly frozen: Amount;
  readonly markPoints: Points;
  readonly feeRate: Rate;
  readonly dueTime: TimeMs;
}

/** How many words those are. */
export const placementWords = 6;

/** Writes these fields of a record, the first of them at word `at`. */
export function putPlacement(words: Float64Array, at: number, part: Placement): void {
  words[at] = part.requestHash;
  words[at + 1] = part.frozen.hi;
  words[at + 2] = part.frozen.lo;
  words[at + 3] = part.markPoints;
  words[at + 4] = part.feeRate;
  words[at + 5] = part.dueTime;
}

/** What {@link putEnd} puts. */
export interface End {
  readonly resting: boolean;
}

/** How many words those are. */
export const endWords = 1;

/** Writes these fields of a record, the first of them at word `at`. */
export function putEnd(words: Float64Array, at: number, part: End): void {
  words[at] = part.resting ? 1 : 0;
}

/** What {@link putTrade} puts. */
export interface Trade {
  readonly trade: TradeId;
  readonly contract: ContractIndex;
  readonly price: Ticks;
  readonly size: Lots;
  readonly value: Amount;
  readonly takerSide: Side;
  readonly origin: number;
}

/** How many words those are. */
export const tradeWords = 8;

/** Writes these fields of a record, the first of them at word `at`. */
export function putTrade(words: Float64Array, at: number, part: Trade): void {
  words[at] = part.trade;
  words[at + 1] = part.contract;
  words[at + 2] = part.price;
  words[at + 3] = part.size;
  words[at + 4] = part.value.hi;
  words[at + 5] = part.value.lo;
  words[at + 6] = part.takerSide;
  words[at + 7] = part.origin;
}

/** What {@link putTradeSide} puts. */
export interface TradeSide {
  readonly order: OrderId;
  readonly account: AccountId;
  readonly action: Action;
  readonly kind: number;
  readonly marginMode: number;
  readonly separatedMode: number;
  readonly position: PositionId;
  readonly remaining: Lots;
  readonly fee: Amount;
  readonly liquidationFee: Amount;
  readonly realized: Amount;
  readonly bill: BillId;
  readonly balance: Amount;
  readonly feeBill: BillId;
  readonly feeBalance: Amount;
}

/** How many words those are. */
export const tradeSideWords = 20;

/** Writes these fields of a record, the first of them at word `at`. */
export function putTradeSide(words: Float64Array, at: number, part: TradeSide): void {
  words[at] = part.order;
  words[at + 1] = part.account;
  words[at + 2] = part.action;
  words[at + 3] = part.kind;
  words[at + 4] = part.marginMode;
  words[at + 5] = part.separatedMode;
  words[at + 6] = part.position;
  words[at + 7] = part.remaining;
  words[at + 8] = part.fee.hi;
  words[at + 9] = part.fee.lo;
  words[at + 10] = part.liquidationFee.hi;
  words[at + 11] = part.liquidationFee.lo;
  words[at + 12] = part.realized.hi;
  words[at + 13] = part.realized.lo;
  words[at + 14] = part.bill;
  words[at + 15] = part.balance.hi;
  words[at + 16] = part.balance.lo;
  words[at + 17] = part.feeBill;
  words[at + 18] = part.feeBalance.hi;
  words[at + 19] = part.feeBalance.lo;
}
