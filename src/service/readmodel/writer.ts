import type { DatabaseSync } from "node:sqlite";
import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_USER,
  COIN_SUSDT,
  COIN_USDT,
  decode,
  eventLayouts,
  isMarketTrade,
  offsetsOf,
  RecordView,
  type TimeMs,
} from "../../kernel/core/index.ts";
import { AmendmentTable, CloseTable, endedFilled, OrderTable } from "./accountTables.ts";
import { BillTable, FillTable } from "./billTable.ts";
import { BillWriter } from "./billWriter.ts";
import { CandleTable, INDEX, MARK } from "./candleTable.ts";
import { EquityTable } from "./equityTable.ts";
import { HistoryFailedError, type HistoryFrame, type Prehistory } from "./history.ts";
import { FundingRateTable, TradeTable } from "./marketTables.ts";
import { OrderCounts } from "./orderCounts.ts";
import { MARKET, PendingRows } from "./pendingRows.ts";
import { insertPrehistory } from "./prehistoryTables.ts";
import { progressOf, saveProgress } from "./schema.ts";
import { Statements } from "./statements.ts";
import { accounts, contracts, countedTables, equitySamples, liquidations, rebates } from "./tables.ts";
import { type RowEvent, rowEventOf } from "./touches.ts";

/**
 * How much is kept of the house accounts, whose trades with each other are most of an idle market. `none`:
 * none of their orders, fills and bills (a client's fills against them are kept). `full`: all except their
 * orders that were canceled unfilled.
 */
export type HouseHistory = "full" | "none";

/** The lists of the market that are asked for. */
export type PublicTable = "candles" | "trades" | "fundingRates";

const advanced = offsetsOf(eventLayouts.timeAdvanced);
const order = offsetsOf(eventLayouts.orderEnded);
const closed = offsetsOf(eventLayouts.positionClosed);
const amended = offsetsOf(eventLayouts.orderAmended);
const resized = offsetsOf(eventLayouts.orderResized);
const traded = offsetsOf(eventLayouts.traded);
const started = offsetsOf(eventLayouts.liquidationStarted);
const rebate = offsetsOf(eventLayouts.rebatePaid);
/** The fields of rows as offsets in their events; an amount of money has two words. */
const LIQUIDATION_FIELDS = [
  ...[started.account, started.bill, started.forced, started.equity, started.equity + 1],
  ...[started.requirement, started.requirement + 1],
];
const REBATE_FIELDS = [
  ...[rebate.agent, rebate.account, rebate.rebateRate, rebate.fees, rebate.fees + 1],
  ...[rebate.amount, rebate.amount + 1, rebate.sinceSeq],
];
const turned = offsetsOf(eventLayouts.fundingTurned);
const index = offsetsOf(eventLayouts.indexChanged);
const mark = offsetsOf(eventLayouts.markChanged);

/**
 * Whether `frame` is the next one after `appliedSeq`; false if it was applied before.
 *
 * @param where the store's path, for the message
 * @throws {HistoryFailedError} if frames are missing between
 */
export function follows(
  appliedSeq: number,
  frame: Pick<HistoryFrame, "firstSeq" | "count">,
  where: string,
): boolean {
  if (frame.firstSeq + frame.count - 1 <= appliedSeq) return false;
  if (frame.firstSeq === appliedSeq + 1) return true;
  throw new HistoryFailedError(where, {
    why: `it is at sequence ${appliedSeq} and cannot go on with a frame that starts at ${frame.firstSeq}`,
  });
}

/** Folds frames into the tables. The one writer of a store; synchronous. */
export class HistoryWriter {
  readonly #database: DatabaseSync;
  readonly #house = new Set<number>();
  /** Accounts whose coin is simulated USDT. */
  readonly #paper = new Set<number>();
  /** The paper pool has no history: it would repeat that of the paper accounts, mirrored. */
  #paperPool = 0;
  readonly #keepHouse: boolean;
  readonly #orders: OrderTable;
  readonly #fills: FillTable;
  readonly #closes: CloseTable;
  readonly #amendments: AmendmentTable;
  readonly #bills: BillTable;
  readonly #equity: EquityTable;
  readonly #trades: TradeTable;
  readonly #candles: CandleTable;
  readonly #billWriter: BillWriter;
  readonly #accounts: PendingRows;
  readonly #contracts: PendingRows;
  readonly #fundingRates: FundingRateTable;
  readonly #counts: OrderCounts;
  readonly #liquidations: PendingRows;
  readonly #rebates: PendingRows;
  readonly #saveProgress: ReturnType<typeof saveProgress>;
  /**
   * The number of rows of each of {@link countedTables}: those that are committed, and those on their way.
   */
  readonly #lengths: number[];
  readonly #counted: readonly PendingRows[];
  /** The tables of accounts' lists. */
  readonly #lists: readonly (
    | OrderTable
    | FillTable
    | CloseTable
    | AmendmentTable
    | BillTable
    | EquityTable
  )[];
  /** The rows that queries about an account need while they are not committed, and about the market. */
  readonly #ofAccounts: readonly PendingRows[];
  readonly #publicRows: Readonly<Record<PublicTable, readonly PendingRows[]>>;
  /** All rows, in the order in which they are written. */
  readonly #rows: readonly PendingRows[];
  /** Last frame that is committed, and last frame that is folded. */
  #appliedSeq: number;
  #foldedSeq: number;
  /** The last frame of a transaction that is closed to further frames, and the time of its last event. */
  #closed: { readonly seq: number; readonly time: TimeMs } | undefined;
  /** Whether rows were written only to be read, and are taken back afterwards. */
  #isShowing = false;

  constructor(database: DatabaseSync, houseHistory: HouseHistory) {
    this.#database = database;
    this.#keepHouse = houseHistory === "full";
    const stored = new Statements(database);
    const counts = new OrderCounts(database);
    this.#counts = counts;
    this.#orders = new OrderTable(database, counts);
    const { appliedSeq, time, lengths } = progressOf(database);
    this.#lengths = [...lengths];
    this.#equity = new EquityTable(database, time);
    this.#fills = new FillTable(database, this.#equity);
    this.#closes = new CloseTable(database);
    this.#amendments = new AmendmentTable(database);
    this.#bills = new BillTable(database, this.#equity);
    this.#trades = new TradeTable(database);
    this.#candles = new CandleTable(database);
    this.#fundingRates = new FundingRateTable(database);
    this.#billWriter = new BillWriter(this.#fills, this.#bills, {
      isOmitted: (account) => this.#isLeftOut(account),
      coinOf: (account) => (this.#paper.has(account) ? COIN_SUSDT : COIN_USDT),
      indexOf: (contract) => this.#equity.indexOf(contract),
    });
    this.#accounts = new PendingRows(database, accounts);
    this.#contracts = new PendingRows(database, contracts);
    this.#liquidations = new PendingRows(database, liquidations);
    this.#rebates = new PendingRows(database, rebates);
    this.#saveProgress = saveProgress(database);
    this.#lists = [...[this.#orders, this.#fills, this.#closes, this.#amendments, this.#bills, this.#equity]];
    this.#ofAccounts = [
      ...this.#lists.map(({ rows }) => rows),
      ...[this.#accounts, this.#liquidations, this.#rebates, counts.rows],
    ];
    this.#publicRows = {
      candles: [this.#candles.bars, this.#candles.minutes],
      trades: [this.#trades.rows],
      fundingRates: [this.#fundingRates.rows],
    };
    this.#rows = [
      ...[...this.#ofAccounts, this.#equity.accountTotals, this.#contracts, this.#fundingRates.rows],
      ...[this.#trades.rows, this.#candles.bars, this.#candles.minutes],
    ];
    this.#counted = countedTables.map((of) => this.#rows.find(({ table }) => table === of)!);
    this.#appliedSeq = appliedSeq;
    this.#foldedSeq = this.#appliedSeq;
    for (const [account, kind] of stored.rows(accounts, `WHERE kind <> ${ACCOUNT_USER}`)) {
      this.#know(account as number, kind as number);
    }
  }

  get appliedSeq(): number {
    return this.#appliedSeq;
  }

  get foldedSeq(): number {
    return this.#foldedSeq;
  }

  /**
   * Commits the rows of `frames` and their sequence number in one transaction. Frames applied before are
   * skipped. After a throw the writer must not be used any more.
   */
  apply(frames: readonly HistoryFrame[]): void {
    for (const frame of frames) this.fold(frame);
    this.commit();
  }

  /** Makes rows of a frame; {@link commit} writes them. Skips and throws as {@link apply} does. */
  fold(frame: HistoryFrame): void {
    if (!follows(this.#foldedSeq, frame, this.#database.location() ?? "memory")) return;
    this.#fold(frame);
    this.#foldedSeq = frame.firstSeq + frame.count - 1;
  }

  /** Commits all that is folded. */
  commit(): void {
    while (this.#appliedSeq < this.#foldedSeq) this.#commitSome(Number.POSITIVE_INFINITY);
    for (const table of [...this.#lists, this.#counts]) table.forget();
  }

  /**
   * Writes some of the rows that were folded when the first call for them came; rows folded since are not
   * among them. The call that writes the last of them commits.
   */
  commitSome(rows: number): void {
    if (this.#counts.isFull) this.commit();
    else this.#commitSome(rows);
  }

  #commitSome(rows: number): void {
    this.#inTransaction(() => {
      this.#closed ??= this.#closeBatch();
      let left = rows;
      for (const table of this.#rows) left -= table.write(left);
      if (left === 0) return;
      this.#trades.forget();
      this.#saveProgress(this.#closed.seq, this.#closed.time, this.#lengths);
      this.#database.exec("COMMIT");
      for (const table of this.#rows) table.committed();
      this.#appliedSeq = this.#closed.seq;
      this.#closed = undefined;
    });
  }

  #closeBatch() {
    this.#lengths[countedTables.indexOf(equitySamples)]! -= this.#equity.gather();
    for (const table of [this.#trades, this.#candles, this.#counts]) table.gather();
    for (const [i, { length }] of this.#counted.entries()) this.#lengths[i]! += length;
    for (const table of [...this.#rows, this.#trades]) table.closeBatch();
    return { seq: this.#foldedSeq, time: this.#equity.time };
  }

  /** Lets this connection see the rows of accounts so far, until {@link hide}. */
  show(accounts: readonly number[]): void {
    this.#show(new Set(accounts), this.#ofAccounts);
  }

  /** Lets this connection see the rows of a list of the market so far, until {@link hide}. */
  showPublic(list: PublicTable): void {
    if (list === "candles") this.#candles.gather();
    if (list === "trades") this.#trades.gather();
    this.#show(new Set([MARKET]), this.#publicRows[list]);
  }

  #show(groups: ReadonlySet<number>, tables: readonly PendingRows[]): void {
    if (this.#foldedSeq === this.#appliedSeq) return;
    this.#inTransaction(() => {
      for (const group of groups) {
        this.#counts.gatherOf(group);
        for (const table of tables) table.writeOf(group);
      }
      if (this.#closed === undefined) return;
      this.#database.exec("SAVEPOINT shown"); // these rows belong to the next transaction
      this.#isShowing = true;
      for (const group of groups) for (const table of tables) table.show(group);
    });
  }

  /** Takes back the rows that were shown, except those of the transaction under way. */
  hide(): void {
    if (!this.#isShowing) return;
    this.#database.exec("ROLLBACK TO shown; RELEASE shown");
    this.#isShowing = false;
  }

  /** Whether rows were written only to be read, and are taken back afterwards. */
  get isShowing(): boolean {
    return this.#isShowing;
  }

  /** Rows of accounts that the next commit writes. */
  get rowsKeptBack(): number {
    return this.#lists.reduce((sum, { rows }) => sum + rows.count, 0);
  }

  #inTransaction(work: () => void): void {
    if (!this.#database.isTransaction) this.#database.exec("BEGIN");
    try {
      work();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  writePrehistory(prehistory: Prehistory): void {
    this.commit();
    this.#inTransaction(() => {
      insertPrehistory(this.#database, prehistory);
      this.#database.exec("COMMIT");
    });
  }

  #fold(frame: HistoryFrame): void {
    const view = new RecordView(frame.events);
    let { time } = frame;
    for (let at = 0; at < view.length; at = view.next(at)) {
      const type = rowEventOf(view.kind(at));
      if (type === undefined) continue;
      const seq = frame.firstSeq + view.index(at);
      if (type === "timeAdvanced") time = view.words[at + advanced.time]!;
      // An end of an order that leaves no row does not always come here (RowFilter).
      if (type !== "orderEnded") this.#equity.reach(time, seq);
      if (type !== "timeAdvanced") this.#write(type, view, at, time, seq);
    }
  }

  #write(
    type: Exclude<RowEvent, "timeAdvanced">,
    view: RecordView,
    at: number,
    time: TimeMs,
    seq: number,
  ): void {
    const { words } = view;
    switch (type) {
      case "traded":
        this.#traded(view, at, time, seq);
        return;
      case "tradeTurned":
        this.#billWriter.turned(view, at, time, seq);
        return;
      case "orderEnded":
        if (this.#isKept(view, at)) this.#orders.write(view, at, seq);
        return;
      case "orderAmended":
        if (!this.#isUnamended(words[at + amended.account]!)) this.#amendments.amended(view, at, time, seq);
        return;
      case "orderResized":
        if (!this.#isUnamended(words[at + resized.account]!)) this.#amendments.resized(view, at, time, seq);
        return;
      case "positionClosed":
        if (!this.#isLeftOut(words[at + closed.account]!)) this.#closes.write(view, at, time, seq);
        return;
      case "moneyMoved":
        this.#billWriter.moved(view, at, time, seq);
        return;
      case "fundingSettled":
        this.#billWriter.funded(view, at, time, seq);
        return;
      case "liquidationFeeReceived":
        this.#billWriter.feeReceived(view, at, time, seq);
        return;
      case "liquidationStarted":
        this.#liquidations.put(
          words[at + started.account]!,
          LIQUIDATION_FIELDS.map((offset) => words[at + offset]!),
        );
        this.#billWriter.marked(view, at, true, time, seq);
        return;
      case "liquidationFinished":
        this.#billWriter.marked(view, at, false, time, seq);
        return;
      case "fundingTurned":
        if (words[at + turned.skipped] === 1) return;
        this.#fundingRates.write(words[at + turned.contract]!, time, words[at + turned.settledRate]!);
        return;
      case "indexChanged":
        this.#candles.tick(words[at + index.contract]!, INDEX, words[at + index.points]!, time);
        this.#equity.indexed(words[at + index.contract]!, words[at + index.points]!);
        return;
      case "markChanged":
        this.#candles.tick(words[at + mark.contract]!, MARK, words[at + mark.points]!, time);
        this.#equity.marked(words[at + mark.contract]!, words[at + mark.points]!);
        return;
      case "accountOpened": {
        const { account, kind, name } = decode(eventLayouts.accountOpened, view, at);
        this.#know(account, kind);
        this.#equity.opened(account, kind);
        this.#accounts.put(account, [account, kind, time], name);
        return;
      }
      case "rebatePaid":
        this.#rebates.put(words[at + rebate.agent]!, [
          ...REBATE_FIELDS.map((offset) => words[at + offset]!),
          time,
          seq,
        ]);
        return;
      case "contractListed": {
        const listed = decode(eventLayouts.contractListed, view, at);
        const { contract, symbol, priceDecimals, priceStep, sizeDecimals, lotStep } = listed;
        this.#contracts.put(
          contract,
          [contract, priceDecimals, priceStep, sizeDecimals, lotStep, time],
          symbol,
        );
        this.#equity.listed(contract, listed);
      }
    }
  }

  #know(account: number, kind: number): void {
    if (kind === ACCOUNT_HOUSE) this.#house.add(account);
    if (kind === ACCOUNT_PAPER) this.#paper.add(account);
    if (kind === ACCOUNT_PAPER_POOL) this.#paperPool = account;
  }

  /** Whether the fills, bills and positions of an account leave no row. */
  #isLeftOut(account: number): boolean {
    return account === this.#paperPool || (!this.#keepHouse && this.#house.has(account));
  }

  /** Whether changes of an account's orders leave no row: the house moves its quotes all day. */
  #isUnamended(account: number): boolean {
    return account === this.#paperPool || this.#house.has(account);
  }

  /**
   * Whether an order that ended gets a row. House makers place and cancel all day, so a house order that was
   * canceled unfilled gets none.
   */
  #isKept(view: RecordView, at: number): boolean {
    const account = view.words[at + order.account]!;
    if (account === this.#paperPool) return false;
    if (!this.#house.has(account)) return true;
    return this.#keepHouse && endedFilled(view, at);
  }

  #traded(view: RecordView, at: number, time: TimeMs, seq: number): void {
    this.#billWriter.traded(view, at, time, seq);
    const word = (offset: number): number => view.words[at + offset]!;
    if (!isMarketTrade(word(traded.origin))) return; // settled at an agreed value, which is no market price
    const [contract, price, size] = [word(traded.contract), word(traded.price), word(traded.size)];
    const [units, quanta] = [word(traded.value), word(traded.value + 1)];
    this.#trades.write(contract, [
      word(traded.trade),
      contract,
      price,
      size,
      units,
      quanta,
      word(traded.takerSide),
      word(traded.takerOrder),
      time,
      seq,
    ]);
    this.#candles.trade(contract, price, time, size, units, quanta, word(traded.takerSide));
  }
}
