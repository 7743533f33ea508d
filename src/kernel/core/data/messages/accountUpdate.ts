import type {
  AccountId,
  Action,
  ContractIndex,
  Leverage,
  OrderId,
  PositionId,
  TradeId,
} from "../units/kinds.ts";
import type { Lots, Quanta, Rate, TimeMs } from "../units/units.ts";
import type { EntryView, NoticeView, OrderView, PositionView } from "./query.ts";

/** Why an account's update was made: the first of these that happened in it. */
export type UpdateCause =
  | "order"
  | "deposit"
  | "withdraw"
  | "transferIn"
  | "transferOut"
  | "margin"
  | "funding"
  | "startLiquidate"
  | "finishLiquidate"
  | "leverage"
  | "mode"
  | "notice"
  | "other";

/** An order as it stands after an update, with the fee rates that apply to it. */
export interface OrderImage extends OrderView {
  readonly takerRate: Rate;
  readonly makerRate: Rate;
  /** What has happened to it in this update besides fills; "" where nothing of these has. */
  readonly change: OrderChange;
}

/**
 * Its price or size was changed, by its client or by what became of a position; its trigger was met; or it
 * took the leverage of its contract.
 */
export type OrderChange = "" | "amended" | "triggered" | "leverage";

/**
 * A position as it stands after an update, size 0 when it has just ended: all of {@link PositionView} that no
 * price moves.
 */
export type PositionImage = Omit<
  PositionView,
  "reserved" | "margin" | "maintenance" | "liquidationPrice" | "unrealized"
>;

/**
 * A collateral entry after an update; that of an isolated position that has just ended is shown a last time.
 */
export type EntryImage = EntryView;

/** What an account is worth and may use at the current marks, as the query `assets` tells it. */
export interface AccountWorth {
  readonly equity: Quanta;
  readonly available: Quanta;
  /** All but the profit of positions; and of that what no isolated position holds. */
  readonly wallet: Quanta;
  readonly sharedWallet: Quanta;
}

/** One side of a trade. */
export interface FillImage {
  /** Its own id: its trade's, unless it is what an order opened that went through zero. */
  readonly fill: TradeId;
  readonly trade: TradeId;
  readonly order: OrderId;
  readonly contract: ContractIndex;
  readonly action: Action;
  readonly maker: boolean;
  readonly kind: number;
  readonly marginMode: number;
  readonly separatedMode: number;
  /** Opening order of a separated position, else 0. */
  readonly openOrder: OrderId;
  readonly size: Lots;
  readonly value: Quanta;
  /** Positive = paid. */
  readonly fee: Quanta;
  readonly liquidationFee: Quanta;
  /** 0 when opening. */
  readonly realized: Quanta;
}

/**
 * Margin is called for: what an entry is worth and must keep at the marks of that moment, and its positions.
 */
export interface MarginCallImage {
  /** 0: the shared entry. */
  readonly position: PositionId;
  readonly equity: Quanta;
  readonly requirement: Quanta;
  readonly positions: readonly PositionView[];
}

/** The settings of a contract after an update that changed its margin mode or its leverages. */
export interface SettingImage {
  readonly change: "mode" | "leverage";
  readonly contract: ContractIndex;
  readonly marginMode: number;
  readonly cross: Leverage;
  readonly isolatedLong: Leverage;
  readonly isolatedShort: Leverage;
}

/**
 * What one step of a command changed of an account, as it stands afterwards. Several updates of one command
 * carry the same `version`, in the order in which things happened; the account list's `version` is that of
 * the last.
 */
export interface AccountUpdate {
  readonly account: AccountId;
  /** Sequence number of the command. */
  readonly version: number;
  readonly time: TimeMs;
  /** How long its pushes are on their way, ms of market time; 0: none. */
  readonly pushDelayMs: number;
  readonly cause: UpdateCause;
  readonly orders: readonly OrderImage[];
  readonly fills: readonly FillImage[];
  readonly positions: readonly PositionImage[];
  /** What is held beside these in their contracts and did not change; none where positions are separated. */
  readonly beside: readonly PositionImage[];
  readonly entries: readonly EntryImage[];
  readonly marginCalls: readonly MarginCallImage[];
  /** One for each change, in their order. */
  readonly settings: readonly SettingImage[];
  /** What it was told. */
  readonly notices: readonly NoticeView[];
  /** What came to its wallet from others, less what went to them, fills and funding apart. */
  readonly moved: Quanta;
  /** Present where `entries` is not empty. */
  readonly worth: AccountWorth | undefined;
}
