import type { Rate, TimeMs } from "../../kernel/core/index.ts";
import type { SystemErrorKind } from "../../kernel/host/systemErrors.ts";
import type {
  activityRow,
  amendmentRow,
  billRow,
  candleRow,
  closeRow,
  equityRow,
  fillRow,
  fundingRow,
  liquidationRow,
  orderRow,
  passedRow,
  RowOf,
  rebateRow,
  resultRow,
  tradeRow,
} from "./rowFields.ts";
import type { Values } from "./table.ts";

/** The lists that can be exported; in each, an account's rows are in the order in which things happened. */
export const EXPORTS = ["ledger", "fills", "orders", "equity"] as const;
export type ExportName = (typeof EXPORTS)[number];

export interface ExportQuery {
  /** By id, ascending. Default: all accounts. */
  readonly accounts?: readonly number[] | undefined;
  /** Both inclusive, in market time; for orders, the time of their end. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * The past, as lists in pages: terminal orders, fills, bills, candles, trades, funding rates.
 *
 * History is folded from durable frames off the engine's thread, so it is a little behind. A query about an
 * account waits for the last frame given before it that touched this account, whoever caused that; a query
 * about the market waits for every frame given before it. Either waits at most {@link WAIT_MAX_MS}, then
 * rejects with {@link HistoryBehindError}. So whatever a client was told, by an answer or a push, it finds
 * here.
 *
 * Money is in quanta, sizes in lots, prices in ticks (mark and index: points), times in Unix ms of market
 * time. Lists are newest first unless said otherwise; `from` and `to` are both inclusive. See
 * docs/reference/history.md.
 */
export interface History {
  /** Terminal orders by creation, the last created first; `from` and `to` bound the creation. */
  orders(query: OrdersQuery): Promise<Page<OrderRow>>;
  /** One terminal order, by id, or by client id when `order` is 0: the last created of that client id. */
  order(query: OrderQuery): Promise<OrderRow | undefined>;
  fills(query: FillsQuery): Promise<Page<FillRow>>;
  /** Positions that have ended, by their end. */
  closedPositions(query: ClosesQuery): Promise<Page<CloseRow>>;
  /** Changes of a resting order, other than by fills; the house's orders have none here. */
  amendments(query: AmendmentsQuery): Promise<Page<AmendmentRow>>;
  bills(query: BillsQuery): Promise<Page<BillRow>>;
  /**
   * An entry's equity and requirement when its liquidation began; `bill` is the id of the start marker.
   * Undefined in older stores.
   */
  liquidation(query: LiquidationQuery): Promise<LiquidationRow | undefined>;
  /** Payments to agents, their part of the fees of users whom they brought. */
  rebates(query: RebatesQuery): Promise<Page<RebateRow>>;
  /** The sums of an account's trading, and of the money that it moved in and out. */
  activity(query: ActivityQuery): Promise<ActivityRow>;
  /** An account's equity at whole minutes, see {@link EquityQuery}. */
  equity(query: EquityQuery): Promise<EquityHistory>;
  /** The sums of an account's results in a span of time, by UTC day and contract, in this order. */
  results(query: ResultsQuery): Promise<readonly ResultRow[]>;
  /**
   * What a client's account gained from other accounts in a span of whole minutes, see {@link
   * PassedHistory}.
   */
  passed(query: ResultsQuery): Promise<PassedHistory>;
  /** Ascending by time, the bar in progress included; see {@link CandlesQuery}. */
  candles(query: CandlesQuery): Promise<readonly CandleRow[]>;
  /** The latest public trades of a contract; at most {@link PUBLIC_TRADES_KEPT} are kept. */
  trades(query: { readonly contract: number; readonly limit: number }): Promise<readonly TradeRow[]>;
  fundingRates(query: FundingRatesQuery): Promise<readonly FundingRow[]>;

  /** Writes the generated past of a contract; bars that are already written are left as they are. */
  writePrehistory(prehistory: Prehistory): Promise<void>;
  /** Whether the generated past of this contract was written. */
  hasPrehistory(contract: number): Promise<boolean>;

  /**
   * Takes the next durable frame; its bytes are copied. Frames up to `appliedSeq` are skipped, so a frame
   * may be given twice; a frame that leaves a gap is a failure. Returns `undefined` while the queue has
   * room, else a promise of room, which never rejects: the caller waits for it, and that slows the engine.
   * Once history has failed, frames are dropped: the journal still has them.
   */
  apply(frame: HistoryFrame): Promise<void> | undefined;
  /** Why every query is refused until the store is opened again; `undefined` while the store works. */
  readonly failure: HistoryFailedError | undefined;
  /**
   * The first damage found by a read or the audit. Reads of damaged rows are refused, all others are
   * answered.
   */
  readonly damage: HistoryFailedError | undefined;
  /**
   * Checks the store's next rows, at most `rows` of them, from where the last call ended; true at the end of
   * a pass. Damage is reported and thrown as by a read.
   *
   * @param extent `newest`: only the newest day of each list; the same for all calls of a pass
   */
  proveSome(rows: number, extent?: "all" | "newest"): Promise<boolean>;
  /** Last sequence number whose rows are committed; 0 before the first. */
  readonly appliedSeq: number;
  /** Resolves when everything given so far is committed. */
  settle(): Promise<void>;
  /** The whole store as the bytes of an SQLite file; for a store in a file, use {@link copyHistory}. */
  image(): Promise<Uint8Array>;
  /** The store with everything given so far, for another thread to read. */
  source(): Promise<StoreSource>;
  /** Settles, then closes the store. */
  close(): Promise<void>;
}

/**
 * How another thread can read a store: the path of its file, or an object that hands it over, a piece at a
 * time.
 */
export type StoreSource = string | StoreHandover;

/** Hands over the part of a store in this thread's memory that an export needs. */
export interface StoreHandover {
  /** @param what the list; undefined: only the names */
  pieces(what: ExportName | undefined, query: ExportQuery): Iterator<StorePiece, void>;
}

/** Rows of a table as they are stored, checksums included. */
export interface StorePiece {
  readonly table: string;
  readonly rows: readonly Values[];
}

/** A durable frame as the engine gives it out (the engine's `DurableFrame` fits). */
export interface HistoryFrame {
  readonly firstSeq: number;
  /** Commands in the frame: the next frame starts at `firstSeq + count`. */
  readonly count: number;
  readonly time: TimeMs;
  /** Event records; the sequence number of each is `firstSeq` plus its index. */
  readonly events: Uint8Array;
}

/** How long a question waits for the writer before it rejects with {@link HistoryBehindError}. */
export const WAIT_MAX_MS = 2_000;
/** Public trades kept for each contract. */
export const PUBLIC_TRADES_KEPT = 1_000;
/** Up to which number `total` is counted where it is not a difference of ordinals (see {@link Page}). */
export const COUNT_MAX = 1_000;

export interface Page<T> {
  readonly rows: readonly T[];
  /**
   * Rows that the filter matches, over all pages. Exact, except for orders between two times or up to an end,
   * where it stops counting at {@link COUNT_MAX}.
   */
  readonly total: number;
  /** Whether more rows follow; always exact. */
  readonly more: boolean;
}

interface Span {
  readonly from?: TimeMs | undefined;
  readonly to?: TimeMs | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
  /**
   * Only rows whose id (of the order, trade or bill) is smaller than the last one of the previous page: so
   * rows that share its time are neither lost nor repeated.
   */
  readonly before?: number | undefined;
}

/**
 * "plan" are orders that waited for a trigger: plan orders, take-profit, stop-loss and presets; "trailing"
 * are its trailing stops only.
 */
export type OrderFamily = "normal" | "plan" | "trailing" | "all";

export interface OrdersQuery extends Span {
  readonly account: number;
  readonly contract?: number | undefined;
  readonly family: OrderFamily;
  readonly action?: number | undefined;
  /**
   * Only orders that had ended by this sequence number: the one at which the live orders of the same list
   * were read.
   */
  readonly endedBy?: number | undefined;
}

export interface OrderQuery {
  readonly account: number;
  readonly order: number;
  readonly clientId: string;
}

/** Lists that can be read from their start. */
interface FromStart {
  /** Return the oldest rows of the span instead of the newest; still newest first, and without `offset`. */
  readonly oldest?: boolean | undefined;
  /** Only rows with this id or a greater one. */
  readonly since?: number | undefined;
}

export interface FillsQuery extends Span, FromStart {
  readonly account: number;
  readonly contract?: number | undefined;
  readonly order?: number | undefined;
}

export interface ClosesQuery extends Span {
  readonly account: number;
  readonly contract?: number | undefined;
}

export interface AmendmentsQuery extends Span {
  readonly account: number;
  readonly order: number;
}

export interface BillsQuery extends Span, FromStart {
  readonly account: number;
  /** Only bills of this contract; −1: only bills that concern no contract. */
  readonly contract?: number | undefined;
  readonly type?: number | undefined;
  readonly coin?: number | undefined;
}

export interface FundingRatesQuery extends Pick<Span, "from" | "to" | "limit"> {
  readonly contract: number;
}

export interface RebatesQuery extends Span {
  readonly agents: readonly number[];
  /** Only for the fees of this account. */
  readonly account?: number | undefined;
}

/** `from` and `to`, both inclusive, are times or sequence numbers. */
export interface ActivityQuery {
  readonly account: number;
  readonly by: "time" | "seq";
  readonly from: number;
  readonly to: number;
}

/**
 * Samples at times from `from` to `to`, ascending, and before them the last sample before `from`. A minute
 * without a sample has the equity of the one before it.
 */
export interface EquityQuery {
  readonly account: number;
  readonly from: TimeMs;
  readonly to: TimeMs;
  /**
   * In whole minutes. Only the last sample of each such interval is returned; intervals end at multiples
   * since the epoch.
   */
  readonly intervalMs?: number | undefined;
  /** The price at which positions are valued. Default: the mark. */
  readonly valuedAt?: Valuation | undefined;
}

/**
 * Marks follow the book within their bound, so those who quote can move them; nobody who trades can move the
 * index.
 */
export type Valuation = "mark" | "index";

export interface EquityHistory {
  readonly samples: readonly EquityRow[];
  /**
   * The equity after the last event folded, at its time; undefined if that is not before `to`, or a contract
   * that is held has no price yet.
   */
  readonly present: EquityRow | undefined;
  /** Before this, only the last sample of each hour is kept. */
  readonly minutesFrom: TimeMs;
}

/**
 * The rows add up: Σ `amount` − Σ `fees` is the rise of the account's equity over the span, positions valued
 * at the index.
 */
export interface PassedHistory {
  readonly rows: readonly PassedRow[];
  /**
   * Before this, only samples of whole hours are kept, so that an earlier span must begin and end with one.
   */
  readonly minutesFrom: TimeMs;
}

export interface ResultsQuery {
  readonly account: number;
  readonly from: TimeMs;
  /** Exclusive. */
  readonly to: TimeMs;
}

export type PriceType = "last" | "mark" | "index";

/**
 * The last `limit` bars up to `to` (or `now`), none before `from`; with `from` but without `to`, the first
 * `limit` bars from there. A bar without events is flat at the previous close; there is none before the first
 * event and none after `now`.
 */
export interface CandlesQuery {
  readonly contract: number;
  readonly price: PriceType;
  /** One of {@link CANDLE_INTERVALS}. */
  readonly intervalMs: number;
  readonly from?: TimeMs | undefined;
  readonly to?: TimeMs | undefined;
  readonly limit: number;
  readonly now: TimeMs;
}

const MINUTE = 60_000;
/**
 * 1m, 5m, 15m, 30m, 1h, 4h, 12h, 1d, 1w. Bars start at multiples since the epoch, weeks on Monday 00:00 UTC.
 */
export const CANDLE_INTERVALS: readonly number[] = [1, 5, 15, 30, 60, 240, 720, 1_440, 10_080].map(
  (minutes) => minutes * MINUTE,
);

/** See rowFields.ts for what rows are, field by field. */
export interface OrderRow extends RowOf<typeof orderRow> {
  readonly clientId: string;
}

export type FillRow = RowOf<typeof fillRow>;

export type CloseRow = RowOf<typeof closeRow>;

export type AmendmentRow = RowOf<typeof amendmentRow>;

export type BillRow = RowOf<typeof billRow>;

export type CandleRow = RowOf<typeof candleRow>;

export type TradeRow = RowOf<typeof tradeRow>;

export interface LiquidationQuery {
  readonly account: number;
  readonly bill: number;
}

export type LiquidationRow = RowOf<typeof liquidationRow>;

export type RebateRow = RowOf<typeof rebateRow>;

export type ActivityRow = RowOf<typeof activityRow>;

/** `deposited` counts from the opening of the account, withdrawals off. */
export type EquityRow = RowOf<typeof equityRow>;

export type ResultRow = RowOf<typeof resultRow>;

export type PassedRow = RowOf<typeof passedRow>;

export type FundingRow = RowOf<typeof fundingRow>;

/**
 * Bars as plain doubles, {@link BAR_WORDS} each:
 * `time, open, high, low, close, volume, value in whole units, value's quanta (0 ≤ … < 1e8), trades, volume that takers bought, its value in whole units, its quanta`,
 * ascending by time. Plain words, because they cross to the writer's thread.
 */
export type Bars = Float64Array<ArrayBuffer>;
export const BAR_WORDS = 12;

/**
 * The generated past of a contract, before it opened. It touches no ledger and is stored apart from recorded
 * history; a bar that extends over the opening shows the sum of both. The buffers are transferred: the
 * caller's are empty afterwards.
 */
export interface Prehistory {
  readonly contract: number;
  /** One for each price and interval; where intervals overlap, the lower must add up to the higher. */
  readonly candles: readonly {
    readonly price: PriceType;
    readonly intervalMs: number;
    readonly bars: Bars;
  }[];
  readonly fundingRates: readonly { readonly time: TimeMs; readonly rate: Rate }[];
}

/** The writer did not reach the sequence number that the query needs within {@link WAIT_MAX_MS}. */
export class HistoryBehindError extends Error {
  override readonly name = "HistoryBehindError";
  readonly appliedSeq: number;
  readonly wantedSeq: number;
  constructor(appliedSeq: number, wantedSeq: number) {
    super(
      `history is at sequence ${appliedSeq}, ${wantedSeq - appliedSeq} behind the ${wantedSeq} asked for`,
    );
    this.appliedSeq = appliedSeq;
    this.wantedSeq = wantedSeq;
  }
}

/** The remedy for most faults of a store. */
export const REBUILD = "with the venue stopped, it can be made anew from the journal: outcry history rebuild";

/** The remedies where the file is not at fault, but the system does not allow it to be read or written. */
const SYSTEM_REMEDIES: Readonly<Record<SystemErrorKind, string>> = {
  gone: REBUILD,
  refused: "let the user that runs the venue read and write it, then start the venue again",
  exhausted:
    "free space, memory or descriptors, then start the venue again: it goes on from what the file holds",
  transient: "start the venue again: it goes on from what the file holds",
  failing: "repair the disk, then start the venue again: it goes on from what the file holds",
};

/** The store cannot be used: the message names file, operation and remedy. Committed rows stay. */
export class HistoryFailedError extends Error {
  override readonly name = "HistoryFailedError";
  /** The reason without the file's place, for clients: "writing it failed (disk I/O error)". */
  readonly why: string;
  readonly remedy: string;
  /** The kind of the system's error; undefined where the file itself is at fault. */
  readonly systemError: SystemErrorKind | undefined;

  constructor(
    path: string,
    {
      why,
      systemError,
      remedy = systemError === undefined ? REBUILD : SYSTEM_REMEDIES[systemError],
      cause,
    }: {
      readonly why: string;
      readonly systemError?: SystemErrorKind | undefined;
      readonly remedy?: string | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(`history at ${path}: ${why}; ${remedy}`, { cause });
    this.why = why;
    this.remedy = remedy;
    this.systemError = systemError;
  }
}
