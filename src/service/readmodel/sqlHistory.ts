import type { Clock } from "../../kernel/host/clock.ts";
import { equityOf } from "./equityPage.ts";
import {
  readActivity,
  readAmendment,
  readBill,
  readCandle,
  readClose,
  readFill,
  readFunding,
  readLiquidation,
  readOrder,
  readPassed,
  readRebate,
  readResult,
  readTrade,
} from "./generated/rowReaders.ts";
import {
  type ActivityQuery,
  type ActivityRow,
  type AmendmentRow,
  type AmendmentsQuery,
  type BillRow,
  type BillsQuery,
  type CandleRow,
  type CandlesQuery,
  type CloseRow,
  type ClosesQuery,
  type EquityHistory,
  type EquityQuery,
  type FillRow,
  type FillsQuery,
  type FundingRatesQuery,
  type FundingRow,
  type History,
  HistoryFailedError,
  type HistoryFrame,
  type LiquidationQuery,
  type LiquidationRow,
  type OrderQuery,
  type OrderRow,
  type OrdersQuery,
  type Page,
  type PassedHistory,
  type Prehistory,
  type RebateRow,
  type RebatesQuery,
  type ResultRow,
  type ResultsQuery,
  type StoreSource,
  type TradeRow,
} from "./history.ts";
import type { Question } from "./reader.ts";
import { ReadYourWrites } from "./readYourWrites.ts";
import { type RowBatch, rowsOf } from "./rows.ts";
import { failureOf } from "./schema.ts";
import type { Store } from "./store.ts";
import { follows, type PublicTable } from "./writer.ts";

type Reader<T> = Parameters<typeof rowsOf<T>>[1];

/**
 * Queries that read all rows of a span, however many: only readers answer them, since the writer has no time
 * for that.
 */
const SUMS: ReadonlySet<Question["type"]> = new Set(["activity", "results", "passed"]);

/** Whether the writer can answer the query: one for a list of the market. */
function isPublicTable(type: Question["type"]): type is PublicTable {
  return type === "candles" || type === "trades" || type === "fundingRates";
}

/**
 * History over a store: passes on frames in order, lets queries wait for the rows that they need, and turns
 * batches into rows.
 */
export class SqlHistory implements History {
  readonly #store: Store;
  readonly #readYourWrites: ReadYourWrites;
  /** The last sequence number given, committed or not. */
  #givenSeq: number;
  readonly #onFailure: (failure: HistoryFailedError) => void;
  #failure: HistoryFailedError | undefined;
  #damage: HistoryFailedError | undefined;
  /** Where the check of the store goes on; empty at its beginning. */
  #provenTo: readonly number[] = [];

  /** @param onFailure called once */
  constructor(store: Store, clock: Clock, onFailure: (failure: HistoryFailedError) => void = () => {}) {
    this.#onFailure = onFailure;
    this.#store = store;
    this.#readYourWrites = new ReadYourWrites(clock, store.appliedSeq);
    this.#givenSeq = store.appliedSeq;
    store.watch(
      (appliedSeq) => this.#readYourWrites.advance(appliedSeq),
      (reason) => this.#fail(reason),
    );
  }

  get appliedSeq(): number {
    return this.#readYourWrites.appliedSeq;
  }

  get failure(): HistoryFailedError | undefined {
    return this.#failure;
  }

  get damage(): HistoryFailedError | undefined {
    return this.#damage;
  }

  apply(frame: HistoryFrame): Promise<void> | undefined {
    if (this.#failure) return undefined;
    const { where } = this.#store;
    try {
      if (!follows(this.#givenSeq, frame, where)) return undefined;
      this.#givenSeq = frame.firstSeq + frame.count - 1;
      return this.#store.apply(frame);
    } catch (cause) {
      const isKnown = cause instanceof HistoryFailedError;
      this.#fail(
        isKnown ? cause : new HistoryFailedError(where, { why: `writing it failed (${cause})`, cause }),
      );
      return undefined;
    }
  }

  #fail(failure: HistoryFailedError): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#readYourWrites.fail(failure);
    this.#onFailure(failure);
  }

  orders(query: OrdersQuery): Promise<Page<OrderRow>> {
    return this.#page({ type: "orders", query }, readOrder, query.account);
  }

  async order(query: OrderQuery): Promise<OrderRow | undefined> {
    return (await this.#rows({ type: "order", query }, readOrder, query.account))[0];
  }

  fills(query: FillsQuery): Promise<Page<FillRow>> {
    return this.#page({ type: "fills", query }, readFill, query.account);
  }

  closedPositions(query: ClosesQuery): Promise<Page<CloseRow>> {
    return this.#page({ type: "closedPositions", query }, readClose, query.account);
  }

  amendments(query: AmendmentsQuery): Promise<Page<AmendmentRow>> {
    return this.#page({ type: "amendments", query }, readAmendment, query.account);
  }

  bills(query: BillsQuery): Promise<Page<BillRow>> {
    return this.#page({ type: "bills", query }, readBill, query.account);
  }

  async liquidation(query: LiquidationQuery): Promise<LiquidationRow | undefined> {
    return (await this.#rows({ type: "liquidation", query }, readLiquidation, query.account))[0];
  }

  rebates(query: RebatesQuery): Promise<Page<RebateRow>> {
    return this.#page({ type: "rebates", query }, readRebate, ...query.agents);
  }

  async activity(query: ActivityQuery): Promise<ActivityRow> {
    return (await this.#rows({ type: "activity", query }, readActivity, query.account))[0]!;
  }

  /**
   * Equity changes with prices, which do not name the account: so all frames given so far are waited for.
   */
  async equity(query: EquityQuery): Promise<EquityHistory> {
    return equityOf(await this.#ask({ type: "equity", query }));
  }

  results(query: ResultsQuery): Promise<readonly ResultRow[]> {
    return this.#rows({ type: "results", query }, readResult, query.account);
  }

  /** As for equity, all frames given so far are waited for. */
  async passed(query: ResultsQuery): Promise<PassedHistory> {
    const batch = await this.#ask({ type: "passed", query });
    return { rows: rowsOf(batch, readPassed), minutesFrom: batch.total };
  }

  candles(query: CandlesQuery): Promise<readonly CandleRow[]> {
    return this.#rows({ type: "candles", query }, readCandle);
  }

  trades(query: { readonly contract: number; readonly limit: number }): Promise<readonly TradeRow[]> {
    return this.#rows({ type: "trades", query }, readTrade);
  }

  fundingRates(query: FundingRatesQuery): Promise<readonly FundingRow[]> {
    return this.#rows({ type: "fundingRates", query }, readFunding);
  }

  writePrehistory(prehistory: Prehistory): Promise<void> {
    return this.#store.writePrehistory(prehistory);
  }

  async hasPrehistory(contract: number): Promise<boolean> {
    return (await this.#ask({ type: "hasPrehistory", query: { contract } })).total > 0;
  }

  async proveSome(rows: number, extent: "all" | "newest" = "all"): Promise<boolean> {
    if (this.#failure) throw this.#failure;
    const query = { from: this.#provenTo, rows, newest: extent === "newest" };
    const { words, more } = await this.#read(this.#store.ask({ type: "prove", query }));
    this.#provenTo = [...words];
    return !more;
  }

  async settle(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await this.#store.settle();
    if (this.#failure) throw this.#failure;
  }

  image(): Promise<Uint8Array> {
    return this.#store.image();
  }

  async source(): Promise<StoreSource> {
    await this.settle();
    return this.#store.source();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** @param accounts the answer must include their last frames; without any, all frames given so far */
  async #ask(question: Question, ...accounts: readonly number[]): Promise<RowBatch> {
    if (this.#failure) throw this.#failure;
    let seq = accounts.length === 0 ? this.#givenSeq : 0;
    for (const account of accounts) seq = Math.max(seq, this.#store.touchedSeq(account));
    if (seq <= this.appliedSeq) return this.#read(this.#store.ask(question));
    const shown = isPublicTable(question.type) ? question.type : SUMS.has(question.type) ? [] : accounts;
    const fresh = shown.length > 0 ? this.#store.askFresh(question, shown, seq) : undefined;
    if (fresh !== undefined) return this.#readYourWrites.within(seq, this.#read(fresh));
    this.#store.hurry(seq);
    await this.#readYourWrites.reach(seq);
    return this.#read(this.#store.ask(question));
  }

  async #read(answer: Promise<RowBatch>): Promise<RowBatch> {
    try {
      return await answer;
    } catch (error) {
      throw this.#refused(failureOf(this.#store.where, "reading it failed", error));
    }
  }

  /** Reports the first damage; an error of the system shows nothing about the file, and is not reported. */
  #refused(damage: HistoryFailedError): HistoryFailedError {
    if (damage.systemError === undefined && this.#damage === undefined && this.#failure === undefined) {
      this.#damage = damage;
      this.#onFailure(damage);
    }
    return damage;
  }

  async #rows<T>(question: Question, read: Reader<T>, ...accounts: readonly number[]): Promise<T[]> {
    return rowsOf(await this.#ask(question, ...accounts), read);
  }

  async #page<T>(question: Question, read: Reader<T>, ...accounts: readonly number[]): Promise<Page<T>> {
    const batch = await this.#ask(question, ...accounts);
    return { rows: rowsOf(batch, read), total: batch.total, more: batch.more };
  }
}
