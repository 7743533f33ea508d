import type { Quanta, TimeMs } from "../../../kernel/core/index.ts";
import { isOpening, LONG, legOf, NONE } from "../../../kernel/core/index.ts";
import type { EnginePort } from "../../../kernel/engine/index.ts";
import type { BillRow, FillRow, History, Page } from "../../readmodel/index.ts";
import { isFromOutside } from "../../readmodel/index.ts";

/** An account's equity at one time. */
export interface EquityPoint {
  readonly time: TimeMs;
  readonly equity: Quanta;
  /** Deposits less withdrawals since the previous point. */
  readonly deposited: Quanta;
}

/** The most bills, and the most fills, that are read; a series begins no earlier than they do. */
const ROWS_MAX = 20_000;
/** How many rows the first page has, and the last ones: usually little has happened since the last time. */
const FIRST_PAGE = 32;
const PAGE = 1_000;
/** After this many points, the event loop serves others. */
const POINTS_A_TURN = 500;

/** The parts that a series is computed from. */
export interface EquitySource {
  readonly engine: EnginePort;
  readonly history: History;
  readonly account: number;
  /** Market time. */
  readonly now: () => TimeMs;
}

export interface EquitySpan {
  readonly intervalMs: number;
  readonly count: number;
}

/**
 * The equity of an account at the last `count` multiples of an interval, and now: all entries and all
 * positions together.
 *
 * The values are those that `History.equity` has from samples of the time. Here no sample is read: they are
 * computed back, exactly, from the present state through what changed it:
 *
 * ```
 * equity(t) = Σ amounts − Σ bills since t
 *           + Σ over contracts of (net lots − Σ signed fills since t) · mark(t)
 * ```
 *
 * `mark(t)` is the close of the mark price's candle that ends at t, or where there is none before t, the
 * open of the first. The bills of an entry add up to its amount, and moves between entries of the account
 * cancel each other.
 */
export async function equityPoints(
  { engine, account, history, now: marketNow }: EquitySource,
  { intervalMs, count }: EquitySpan,
): Promise<{ readonly points: readonly EquityPoint[]; readonly isComplete: boolean }> {
  const view = (await engine.query({ type: "explain", account }))!;
  const contracts = await engine.query({ type: "contracts" });
  const now = Math.max(view.time, marketNow());
  const { seq } = view;
  let amount = 0n;
  const lots = new Map<number, number>();
  let equity = 0n;
  for (const entry of view.entries) {
    amount += entry.amount;
    equity += entry.amount + entry.markValue;
    for (const { contract, leg, size } of entry.positions)
      addLots(lots, contract, leg === LONG ? size : -size);
  }
  // Rows that came after the state was read are left out.
  const bills = new Walk<BillRow>(
    seq,
    ({ bill }) => bill,
    (page) => history.bills({ account, ...page }),
  );
  const fills = new Walk<FillRow>(
    seq,
    ({ trade }) => trade,
    (page) => history.fills({ account, ...page }),
  );
  const marks = new Marks(history, { intervalMs, count, now });
  const points: EquityPoint[] = [];
  let at = now;
  let first: BillRow | undefined;
  for (let t = now - (now % intervalMs); points.length < count; t -= intervalMs) {
    if (t === now) t -= intervalMs;
    if (points.length % POINTS_A_TURN === POINTS_A_TURN - 1)
      await new Promise((resolve) => setImmediate(resolve));
    let deposited = 0n;
    for (const bill of await bills.since(t)) {
      amount -= bill.amount;
      first = bill;
      if (isFromOutside(bill.type)) deposited += bill.amount;
    }
    for (const { contract, action, size } of await fills.since(t)) {
      addLots(lots, contract, isOpening(action) === (legOf(action) === LONG) ? -size : size);
    }
    const isAtEnd = bills.isAtEnd && fills.isAtEnd;
    if (isAtEnd && first !== undefined && (first.time < at || first.amount !== equity)) {
      // The account's first movement of money lies in this interval. Before `at`, it is a point of its own;
      // exactly at `at`, only if more than that movement happened at that time.
      points.push({ time: at, equity, deposited: deposited - first.amount });
      points.push({ time: first.time, equity: first.amount, deposited: first.amount });
    } else {
      points.push({ time: at, equity, deposited });
    }
    if (bills.isCutOff || fills.isCutOff) return { points: points.toReversed(), isComplete: false };
    if (isAtEnd) return { points: points.toReversed(), isComplete: true };
    equity = amount;
    for (const [contract, net] of lots) {
      if (net === 0) continue;
      const mark = await marks.at(contract, t);
      if (mark === undefined) return { points: points.toReversed(), isComplete: false };
      equity += (BigInt(net) * BigInt(mark) * BigInt(contracts[contract]!.quantaPerTickLot)) / 100n;
    }
    at = t;
  }
  // The interval of the oldest point was not computed.
  points.push({ time: at, equity, deposited: 0n });
  return { points: points.toReversed(), isComplete: true };
}

function addLots(lots: Map<number, number>, contract: number, by: number): void {
  if (contract !== NONE) lots.set(contract, (lots.get(contract) ?? 0) + by);
}

/** A list that is read newest first, page by page, as far as it is needed. */
class Walk<R extends { readonly time: TimeMs; readonly seq: number }> {
  readonly #ask: (page: { readonly limit: number; readonly before?: number }) => Promise<Page<R>>;
  readonly #idOf: (row: R) => number;
  readonly #lastSeq: number;
  #limit = FIRST_PAGE;
  #rows: readonly R[] = [];
  #at = 0;
  #read = 0;
  #before: number | undefined;
  #hasMore = true;

  constructor(
    lastSeq: number,
    idOf: (row: R) => number,
    ask: (page: { readonly limit: number; readonly before?: number }) => Promise<Page<R>>,
  ) {
    this.#ask = ask;
    this.#idOf = idOf;
    this.#lastSeq = lastSeq;
  }

  /** Whether there is nothing older. */
  get isAtEnd(): boolean {
    return this.#at >= this.#rows.length && !this.#hasMore;
  }

  /** Whether there is something older that is not read. */
  get isCutOff(): boolean {
    return this.#at >= this.#rows.length && this.#hasMore && this.#read >= ROWS_MAX;
  }

  /** The rows since a time that were not returned before. */
  async since(time: TimeMs): Promise<readonly R[]> {
    const found: R[] = [];
    for (;;) {
      if (this.#at >= this.#rows.length && !(await this.#readOn())) return found;
      const row = this.#rows[this.#at]!;
      if (row.time < time) return found;
      this.#at++;
      if (row.seq <= this.#lastSeq) found.push(row);
    }
  }

  async #readOn(): Promise<boolean> {
    if (!this.#hasMore || this.#read >= ROWS_MAX) return false;
    const page = await this.#ask({
      limit: this.#limit,
      ...(this.#before !== undefined && { before: this.#before }),
    });
    this.#limit = Math.min(PAGE, this.#limit * 4);
    this.#rows = page.rows;
    this.#at = 0;
    this.#read += page.rows.length;
    this.#hasMore = page.more;
    const last = page.rows.at(-1);
    if (last !== undefined) this.#before = this.#idOf(last);
    return page.rows.length > 0;
  }
}

/** Closes of mark price candles; a contract's candles are asked for once. */
class Marks {
  readonly #history: EquitySource["history"];
  readonly #span: { readonly intervalMs: number; readonly count: number; readonly now: TimeMs };
  readonly #closes = new Map<number, Promise<ReadonlyMap<TimeMs, number>>>();

  constructor(
    history: EquitySource["history"],
    span: { readonly intervalMs: number; readonly count: number; readonly now: TimeMs },
  ) {
    this.#history = history;
    this.#span = span;
  }

  /** In points; `undefined` where there was no mark yet. */
  async at(contract: number, time: TimeMs): Promise<number | undefined> {
    let closes = this.#closes.get(contract);
    if (closes === undefined) {
      closes = this.#read(contract);
      this.#closes.set(contract, closes);
    }
    return (await closes).get(time);
  }

  async #read(contract: number): Promise<ReadonlyMap<TimeMs, number>> {
    const { intervalMs, count, now } = this.#span;
    const question = { contract, price: "mark" as const, intervalMs, limit: count + 2, now };
    const bars = await this.#history.candles(question);
    const closes = bars.map(({ time, close }) => [time + intervalMs, close] as const);
    const [first] = bars;
    return new Map(first === undefined ? closes : [[first.time, first.open], ...closes]);
  }
}
