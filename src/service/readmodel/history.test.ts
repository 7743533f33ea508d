import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { rowsIn } from "../../../test/readmodel/rowsIn.ts";
import {
  ACCOUNT_HOUSE,
  ACCOUNT_USER,
  BILL_DEPOSIT,
  BILL_FILL_FEE_INCOME,
  BILL_OPEN_SHORT,
  BILL_WITHDRAW,
  BUY,
  blankOf,
  CANCEL_USER,
  COIN_USDT,
  COMBINED,
  type EventOf,
  EXTERNAL_ACCOUNT,
  encode,
  eventLayouts,
  FEE_ACCOUNT,
  FIRST_ID,
  FIRST_USER_ACCOUNT,
  ISOLATED,
  KIND_NORMAL,
  KIND_PLAN,
  KIND_PRESET_STOP_LOSS,
  MOVE_DEPOSIT,
  NONE,
  OPEN_LONG,
  REASON_UNKNOWN,
  RecordBuffer,
  SELL,
  SHARED,
  STATE_CANCELED,
  STATE_FILLED,
} from "../../kernel/core/index.ts";
import { QUEUE_MAX_BYTES } from "./frameQueue.ts";
import {
  type BillRow,
  type BillsQuery,
  CANDLE_INTERVALS,
  COUNT_MAX,
  type FillRow,
  type FillsQuery,
  type History,
  HistoryFailedError,
  type HistoryFrame,
  type OrderRow,
  type OrdersQuery,
  openHistory,
  type Page,
  PUBLIC_TRADES_KEPT,
  peekHistory,
  processThreads,
  rebuildHistory,
  type TradeRow,
} from "./index.ts";
import type { HistoryOptions } from "./open.ts";
import { GATHER_MS } from "./workerStore.ts";

const clock = new SimulatedClock({ seed: 1 });
const START = 1_767_225_600_000;
const USER_A = FIRST_USER_ACCOUNT;
const USER_B = FIRST_USER_ACCOUNT + 1;
const HOUSE = FIRST_USER_ACCOUNT + 2;
const accounts = [USER_A, USER_B, HOUSE];
/** Ids of orders that trade, none of which ends: before those of the trades. */
const LIVE = FIRST_ID - 100;
const billTypeOf = [0, 7, 8, 9, 10];

interface Deal {
  readonly maker: number;
  readonly taker: number;
  readonly contract: number;
  readonly price: number;
  readonly size: number;
  readonly makerAction: number;
  readonly takerAction: number;
  readonly makerOrder: number;
  readonly takerOrder: number;
  readonly isolated: boolean;
  /** BUY unless said. */
  readonly takerSide?: number;
}

/** A hand-written run of the venue, and the rows that it must leave, in the order they came about. */
class Tape {
  readonly frames: HistoryFrame[] = [];
  readonly orders: OrderRow[] = [];
  readonly fills: FillRow[] = [];
  readonly bills: BillRow[] = [];
  readonly trades: TradeRow[] = [];
  readonly #buffer = new RecordBuffer();
  readonly #indexes = new Map<number, number>();
  time = START;
  seq = 0;
  #firstSeq = 1;
  #id = FIRST_ID;

  nextId(): number {
    return this.#id++;
  }

  #emit<K extends keyof typeof eventLayouts>(
    type: K,
    value: Parameters<typeof encode<(typeof eventLayouts)[K]>>[1],
  ): void {
    encode(eventLayouts[type], value, this.#buffer, this.seq + 1 - this.#firstSeq);
  }

  /** Ends a command; its events were emitted before. */
  #command(): void {
    this.seq++;
  }

  endFrame(): void {
    if (this.seq < this.#firstSeq) return;
    const events = this.#buffer.slice();
    this.frames.push({
      firstSeq: this.#firstSeq,
      count: this.seq + 1 - this.#firstSeq,
      time: this.time,
      events,
    });
    this.#buffer.clear();
    this.#firstSeq = this.seq + 1;
  }

  advance(ms: number): void {
    this.endFrame();
    this.time += ms;
  }

  openAccounts(): void {
    for (const account of accounts) {
      const kind = account === HOUSE ? ACCOUNT_HOUSE : ACCOUNT_USER;
      this.#emit("accountOpened", { account, kind, name: `account ${account}` });
      this.#command();
    }
  }

  tick(price: "indexChanged" | "markChanged", contract: number, points: number): void {
    if (price === "indexChanged") this.#indexes.set(contract, points);
    this.#emit(price, { contract, points });
    this.#command();
  }

  #bill(bill: Omit<BillRow, "bill" | "coin" | "time" | "seq" | "fee"> & { fee?: bigint }): number {
    const id = this.nextId();
    this.bills.push({ fee: 0n, ...bill, bill: id, coin: COIN_USDT, time: this.time, seq: this.seq + 1 });
    return id;
  }

  deposit(account: number, amount: bigint, balance: bigint): void {
    const base = { entry: 0, contract: NONE, reason: REASON_UNKNOWN };
    const houseSide = account === HOUSE;
    const from = {
      ...base,
      account: EXTERNAL_ACCOUNT,
      type: BILL_WITHDRAW,
      amount: -amount,
      balance: -balance,
    };
    const to = { ...base, account, type: BILL_DEPOSIT, amount, balance };
    const fromBill = houseSide ? this.nextId() : this.#bill(from);
    const toBill = houseSide ? this.nextId() : this.#bill(to);
    this.#emit("moneyMoved", {
      movement: MOVE_DEPOSIT,
      contract: NONE,
      amount,
      fromAccount: EXTERNAL_ACCOUNT,
      fromEntry: 0,
      fromBill,
      fromBalance: -balance,
      toAccount: account,
      toEntry: 0,
      toBill,
      toBalance: balance,
    });
    this.#command();
  }

  trade(deal: Deal): void {
    const trade = this.nextId();
    const { contract, price, size, takerSide = BUY } = deal;
    const value = BigInt(price) * BigInt(size) * 1_000n;
    const side = (maker: boolean) => {
      const [account, action, order] = maker
        ? [deal.maker, deal.makerAction, deal.makerOrder]
        : [deal.taker, deal.takerAction, deal.takerOrder];
      const fee = value / (maker ? 5_000n : 1_666n);
      const liquidationFee = action > 2 && !maker ? value / 100n : 0n;
      const position = trade + (maker ? 1 : 2);
      const marginMode = deal.isolated ? ISOLATED : SHARED;
      const balance = 5_000_000_000_000_000_000_000n - BigInt(this.seq);
      const selling = action === 2 || action === 3;
      const amount = (selling ? value : -value) - fee - liquidationFee;
      const shared = {
        account,
        contract,
        action,
        position,
        marginMode,
        separatedMode: 1,
        fee,
        liquidationFee,
      };
      const seq = this.seq + 1;
      const { time } = this;
      const row = {
        ...shared,
        fill: trade,
        trade,
        order,
        maker,
        kind: KIND_NORMAL,
        price,
        size,
        value,
        realized: -fee,
        counterparty: maker ? deal.taker : deal.maker,
        indexPoints: this.#indexes.get(contract) ?? 0,
        time,
        seq,
      };
      const charged = fee > 0n;
      let bill = 0;
      let feeBill = 0;
      if (account === HOUSE) {
        bill = this.nextId();
        feeBill = charged ? this.nextId() : 0;
      } else {
        this.fills.push(row);
        const entry = deal.isolated ? position : 0;
        const type = billTypeOf[action]!;
        bill = this.#bill({ account, entry, contract, type, amount, balance, fee, reason: REASON_UNKNOWN });
        const income = { type: BILL_FILL_FEE_INCOME, amount: fee, balance: fee, reason: REASON_UNKNOWN };
        feeBill = charged ? this.#bill({ account: FEE_ACCOUNT, entry: 0, contract, ...income }) : 0;
      }
      return { ...row, remaining: 0, bill, balance, feeBill, feeBalance: fee };
    };
    const maker = side(true);
    const taker = side(false);
    this.#emit("traded", {
      trade,
      contract,
      price,
      size,
      value,
      takerSide,
      origin: 0,
      ...prefixed("maker", maker),
      ...prefixed("taker", taker),
    } as unknown as EventOf<"traded">);
    this.trades.push({
      trade,
      contract,
      price,
      size,
      value,
      takerSide,
      takerOrder: taker.order,
      time: this.time,
      seq: this.seq + 1,
    });
    this.#command();
  }

  endOrder(
    order: Partial<OrderRow> & { order: number; account: number; contract: number; createdTime: number },
    isFilled: boolean,
  ): void {
    const filled = {
      state: STATE_FILLED,
      filledValue: 9_000_000_000_000_000_000_001n,
      fee: 7n,
      realized: -123n,
    };
    const { resting, ...blank } = blankOf(eventLayouts.orderEnded);
    const row = {
      ...blank,
      ...{ kind: KIND_NORMAL, action: OPEN_LONG, price: 900_000, size: 10 },
      ...{ marginMode: SHARED, separatedMode: COMBINED, leverage: 2_000 },
      ...(isFilled ? filled : { state: STATE_CANCELED, remaining: 10, cancelReason: CANCEL_USER }),
      updatedTime: this.time,
      ...order,
    };
    this.#emit("orderEnded", { ...row, resting });
    const ordinal = this.orders.filter(({ account }) => account === order.account).length + 1;
    if (order.account !== HOUSE) this.orders.push({ ...row, endedSeq: this.seq + 1, ordinal });
    this.#command();
  }
}

function prefixed(prefix: string, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const capital = (name: string): string => prefix + name[0]!.toUpperCase() + name.slice(1);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [capital(name), value]));
}

const step = fc.record({
  what: fc.constantFrom("trade", "trade", "trade", "order", "order", "deposit", "index", "mark"),
  ms: fc.constantFrom(0, 0, 1, 700, 20_000, 90_000, 4_000_000),
  a: fc.nat(2),
  b: fc.nat(2),
  contract: fc.nat(2),
  action: fc.integer({ min: 1, max: 4 }),
  other: fc.integer({ min: 1, max: 4 }),
  kind: fc.integer({ min: KIND_NORMAL, max: KIND_PRESET_STOP_LOSS + 1 }),
  price: fc.integer({ min: 1, max: 1_000_000 }),
  /** Places an order ago that it was created. */
  age: fc.oneof(fc.nat(4), fc.nat(40)),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function tapeOf(steps: readonly Step[]): Tape {
  const tape = new Tape();
  tape.openAccounts();
  /** Ids given out, so that orders end in another order than they began. */
  const placed: { order: number; createdTime: number }[] = [];
  for (const { what, ms, a, b, contract, action, other, kind, price, age, flag } of steps) {
    if (ms > 0) tape.advance(ms);
    placed.push({ order: tape.nextId(), createdTime: tape.time });
    const [maker, taker] = [accounts[a]!, accounts[b]!];
    if (what === "index") tape.tick("indexChanged", contract, price * 100);
    else if (what === "mark") tape.tick("markChanged", contract, price * 100);
    else if (what === "deposit") tape.deposit(maker, BigInt(price), BigInt(price) * 3n);
    else if (what === "order") {
      const [one] = placed.splice(Math.max(0, placed.length - 1 - age), 1);
      const clientId = flag ? `id-${price % 3}` : "";
      tape.endOrder({ ...one!, account: maker, contract, action, kind, price, clientId }, b === 0);
    } else {
      const orders = { makerOrder: LIVE + (price % 5), takerOrder: LIVE + 9 };
      const actions = { makerAction: action, takerAction: other };
      tape.trade({
        maker,
        taker,
        contract,
        price,
        size: age + 1,
        ...actions,
        ...orders,
        isolated: flag,
        takerSide: other % 2 === 0 ? SELL : BUY,
      });
    }
  }
  tape.endFrame();
  return tape;
}

async function applyAll(history: History, frames: readonly HistoryFrame[]): Promise<void> {
  for (const frame of frames) await history.apply(frame);
  await history.settle();
}

/** The page that a plain filter over the rows gives; `rows` newest first. */
function pageOf<T>(rows: readonly T[], query: { limit: number; offset?: number | undefined }): Page<T> {
  const offset = query.offset ?? 0;
  return {
    rows: rows.slice(offset, offset + query.limit),
    total: rows.length,
    more: rows.length > offset + query.limit,
  };
}

const isIn = (query: { from?: number | undefined; to?: number | undefined }, time: number): boolean =>
  (query.from === undefined || time >= query.from) && (query.to === undefined || time <= query.to);
const isSame = (wanted: number | undefined, value: number): boolean =>
  wanted === undefined || wanted === value;

function fillsOf(tape: Tape, query: FillsQuery): Page<FillRow> {
  const rows = tape.fills.filter(
    (row) =>
      row.account === query.account &&
      isSame(query.contract, row.contract) &&
      isSame(query.order, row.order) &&
      row.trade < (query.before ?? Number.POSITIVE_INFINITY) &&
      isIn(query, row.time),
  );
  const newest = rows.reverse();
  if (query.oldest === true)
    return { ...pageOf(newest, { limit: query.limit }), rows: newest.slice(-query.limit) };
  // The two fills of a trade with oneself stay on one page, where pages follow each other by id.
  const [last, next] = [newest[query.limit - 1], newest[query.limit]];
  const splits = query.offset === undefined && query.order === undefined && last?.trade === next?.trade;
  const limit = query.limit + (splits && next !== undefined ? (query.limit > 1 ? -1 : 1) : 0);
  return pageOf(newest, { ...query, limit });
}

function billsOf(tape: Tape, query: BillsQuery): Page<BillRow> {
  const rows = tape.bills.filter(
    (row) =>
      row.account === query.account &&
      isSame(query.contract, row.contract) &&
      isSame(query.type, row.type) &&
      isSame(query.coin, row.coin) &&
      row.bill < (query.before ?? Number.POSITIVE_INFINITY) &&
      isIn(query, row.time),
  );
  return pageOf(rows.reverse(), query);
}

function ordersOf(tape: Tape, query: OrdersQuery): Page<OrderRow> {
  const isPlan = ({ kind }: OrderRow): boolean => kind >= KIND_PLAN && kind <= KIND_PRESET_STOP_LOSS;
  const rows = tape.orders.filter(
    (row) =>
      row.account === query.account &&
      isSame(query.contract, row.contract) &&
      isSame(query.action, row.action) &&
      row.order < (query.before ?? Number.POSITIVE_INFINITY) &&
      row.endedSeq <= (query.endedBy ?? Number.POSITIVE_INFINITY) &&
      (query.family === "all" || isPlan(row) === (query.family === "plan")) &&
      isIn(query, row.createdTime),
  );
  return pageOf(
    rows.sort((a, b) => b.order - a.order),
    query,
  );
}

/** Mostly absent: of many filters at once nothing is left. */
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** A time at or beside that of a frame, since bounds are inclusive. */
const bound = fc.record({ frame: fc.nat(), beside: fc.constantFrom(0, 0, 1, -1) });

const query = fc.record({
  account: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(USER_A, USER_B) },
    { weight: 1, arbitrary: fc.constantFrom(FEE_ACCOUNT, EXTERNAL_ACCOUNT, HOUSE, 77) },
  ),
  contract: optional(fc.integer({ min: -1, max: 2 })),
  from: optional(bound),
  to: optional(bound),
  limit: fc.integer({ min: 1, max: 8 }),
  offset: optional(fc.nat(12)),
  before: optional(fc.record({ row: fc.nat(), beside: fc.constantFrom(0, 0, 1) })),
  action: optional(fc.integer({ min: 1, max: 4 })),
  /** The place of an order: those that ended later than it are left out. */
  endedBy: optional(fc.nat()),
  family: fc.constantFrom("normal" as const, "plan" as const, "all" as const),
  order: optional(fc.integer({ min: LIVE, max: LIVE + 9 })),
  type: optional(
    fc.constantFrom(BILL_DEPOSIT, BILL_WITHDRAW, BILL_OPEN_SHORT, 7, 9, 10, BILL_FILL_FEE_INCOME),
  ),
  coin: optional(fc.constantFrom(COIN_USDT, COIN_USDT, 1)),
});

describe("pages and totals are those of a plain filter", () => {
  test("over any tape", async () => {
    const found = { fills: 0, bills: 0, orders: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 120, size: "max" }),
        fc.array(query, { minLength: 20, maxLength: 20 }),
        async (steps, queries) => {
          const tape = tapeOf(steps);
          const history = await openHistory({ path: undefined, clock });
          await applyAll(history, tape.frames);
          for (const drawn of queries) {
            const timeOf = (time: (typeof drawn)["from"]): number | undefined =>
              time && tape.frames[time.frame % tape.frames.length]!.time + time.beside;
            const times = { from: timeOf(drawn.from), to: timeOf(drawn.to) };
            const asked = { ...drawn, ...times, before: undefined };
            const beforeOf = (rows: readonly { readonly id: number }[]) =>
              drawn.before && rows.length > 0
                ? rows[drawn.before.row % rows.length]!.id + drawn.before.beside
                : undefined;
            const fills = { ...asked, before: beforeOf(tape.fills.map(({ trade: id }) => ({ id }))) };
            const since = { ...fills, offset: undefined, oldest: true };
            const bills = { ...asked, before: beforeOf(tape.bills.map(({ bill: id }) => ({ id }))) };
            const endedSeqs = tape.orders.map(({ endedSeq }) => endedSeq);
            const orders = {
              ...asked,
              before: beforeOf(tape.orders.map(({ order: id }) => ({ id }))),
              endedBy: drawn.endedBy === undefined ? undefined : endedSeqs[drawn.endedBy % endedSeqs.length],
            };
            const pages = {
              fills: await history.fills(fills),
              bills: await history.bills(bills),
              orders: await history.orders(orders),
            };
            expect(pages.fills).toEqual(fillsOf(tape, fills));
            expect(await history.fills(since)).toEqual(fillsOf(tape, since));
            expect(pages.bills).toEqual(billsOf(tape, bills));
            expect(pages.orders).toEqual(ordersOf(tape, orders));
            for (const list of ["fills", "bills", "orders"] as const) found[list] += pages[list].rows.length;
          }
          for (const contract of [0, 1, 2]) {
            const trades = tape.trades.filter((row) => row.contract === contract).reverse();
            expect(await history.trades({ contract, limit: 7 })).toEqual(trades.slice(0, 7));
          }
          for (const row of tape.orders) {
            const { account, order, clientId } = row;
            expect(await history.order({ account, order, clientId: "" })).toEqual(row);
            if (clientId === "") continue;
            const named = tape.orders.filter((one) => one.account === account && one.clientId === clientId);
            const last = named.reduce((newest, one) => (one.order > newest.order ? one : newest));
            expect(await history.order({ account, order: 0, clientId })).toEqual(last);
          }
          await history.close();
        },
      ),
      { numRuns: process.env.OUTCRY_LONG ? 500 : 30 },
    );
    for (const rows of Object.values(found)) expect(rows).toBeGreaterThan(250);
  });

  test("an unknown order, and the empty client id, are nobody's", async () => {
    const tape = tapeOf([]);
    tape.endOrder({ order: FIRST_ID, account: USER_A, contract: 0, createdTime: START }, true);
    tape.endFrame();
    const history = await openHistory({ path: undefined, clock });
    await applyAll(history, tape.frames);
    expect(await history.order({ account: USER_B, order: FIRST_ID, clientId: "" })).toBeUndefined();
    expect(await history.order({ account: USER_A, order: 0, clientId: "" })).toBeUndefined();
    await history.close();
  });

  test("orders between two times are counted up to a bound, and whether more follow stays exact", async () => {
    const tape = tapeOf([]);
    for (let n = 0; n < COUNT_MAX + 50; n++) {
      tape.endOrder({ order: tape.nextId(), account: USER_A, contract: 0, createdTime: tape.time }, true);
    }
    tape.endFrame();
    const history = await openHistory({ path: undefined, clock });
    await applyAll(history, tape.frames);
    const base = { account: USER_A, family: "all" as const, limit: 10 };
    expect((await history.orders(base)).total).toBe(COUNT_MAX + 50);
    expect((await history.orders({ ...base, from: START })).total).toBe(COUNT_MAX);
    expect((await history.orders({ ...base, from: START, offset: COUNT_MAX + 40 })).more).toBe(false);
    expect((await history.orders({ ...base, from: START, offset: COUNT_MAX + 39 })).more).toBe(true);
    await history.close();
  });

  test.each([0, 5])("only the latest public trades are kept, of twice as many and %i", async (more) => {
    const tape = tapeOf([]);
    const deal = { maker: HOUSE, taker: HOUSE, contract: 0, size: 1, makerAction: 1, takerAction: 2 };
    for (let price = 1; price <= 2 * PUBLIC_TRADES_KEPT + more; price++) {
      tape.trade({ ...deal, price, makerOrder: 1, takerOrder: 2, isolated: false });
      if (price % 400 === 0) tape.endFrame();
    }
    tape.endFrame();
    const history = await openHistory({ path: undefined, clock });
    await applyAll(history, tape.frames);
    const kept = await history.trades({ contract: 0, limit: 5_000 });
    expect(kept).toEqual(tape.trades.slice(-PUBLIC_TRADES_KEPT).reverse());
    await history.close();
  });
});

test("candles of every interval count what was traded in their time, and what takers bought of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 120 }), async (steps) => {
      const tape = tapeOf(steps);
      const history = await openHistory({ path: undefined, clock });
      await applyAll(history, tape.frames);
      for (const contract of [0, 1, 2]) {
        const trades = tape.trades.filter((row) => row.contract === contract);
        for (const intervalMs of CANDLE_INTERVALS) {
          const asked = { contract, price: "last" as const, intervalMs, limit: 1_000_000, now: tape.time };
          for (const bar of await history.candles(asked)) {
            const inside = trades.filter(({ time }) => time >= bar.time && time < bar.time + intervalMs);
            const bought = inside.filter(({ takerSide }) => takerSide === BUY);
            const size = (rows: readonly TradeRow[]) => rows.reduce((sum, row) => sum + row.size, 0);
            const value = (rows: readonly TradeRow[]) => rows.reduce((sum, row) => sum + row.value, 0n);
            expect(bar).toMatchObject({
              ...{ trades: inside.length, volume: size(inside), value: value(inside) },
              ...{ boughtVolume: size(bought), boughtValue: value(bought) },
            });
          }
        }
        const marks = { contract, price: "mark" as const, intervalMs: 60_000, limit: 100, now: tape.time };
        for (const bar of await history.candles(marks)) {
          expect(bar).toMatchObject({ volume: 0, value: 0n, trades: 0, boughtVolume: 0, boughtValue: 0n });
        }
      }
      await history.close();
    }),
    { numRuns: 30 },
  );
});

test("with full house history the house's fills are kept, its orders canceled unfilled are not", async () => {
  const tape = tapeOf([]);
  tape.trade({
    ...{ maker: HOUSE, taker: USER_B, contract: 0, price: 5_000, size: 1, makerAction: 1, takerAction: 2 },
    ...{ makerOrder: FIRST_ID, takerOrder: FIRST_ID + 1, isolated: false },
  });
  tape.deposit(HOUSE, 5n, 5n);
  tape.endOrder({ order: FIRST_ID, account: HOUSE, contract: 0, createdTime: START }, true);
  tape.endOrder({ order: FIRST_ID + 3, account: HOUSE, contract: 0, createdTime: START }, false);
  tape.endFrame();
  const history = await openHistory({ path: undefined, clock, houseHistory: "full" });
  await applyAll(history, tape.frames);
  const of = { account: HOUSE, limit: 100 };
  expect((await history.fills(of)).total).toBe(1);
  expect((await history.bills(of)).total).toBe(2);
  expect((await history.orders({ ...of, family: "all" })).rows.map(({ order }) => order)).toEqual([FIRST_ID]);
  expect((await history.bills({ ...of, account: EXTERNAL_ACCOUNT })).total).toBe(1);
  await history.close();
});

describe("a store in a file", () => {
  let directory = "";
  let path = "";
  beforeEach(() => {
    directory = temporaryDirectory();
    path = join(directory, "history.db");
  });
  /** In threads that the store before had: to start some takes ten times as long as to open a store. */
  const open = (options: HistoryOptions) => openHistory({ threads: processThreads, ...options });

  const tape = tapeOf(fc.sample(step, { numRuns: 400, seed: 7 }));

  test("answers like one in memory", async () => {
    const history = await openHistory({ path, clock, readers: 2 }); // and threads of its own, ended with it
    await applyAll(history, tape.frames);
    const asked = { account: USER_A, limit: 20, offset: 3, from: START + 1_000_000 };
    expect(await history.fills(asked)).toEqual(fillsOf(tape, asked));
    expect(await history.bills(asked)).toEqual(billsOf(tape, asked));
    const orders = { ...asked, family: "plan" as const };
    expect(await history.orders(orders)).toEqual(ordersOf(tape, orders));
    await history.close();
  });

  test("applies a frame once, however often it is given, across reopening", async () => {
    const half = Math.floor(tape.frames.length / 2);
    const first = await open({ path, clock });
    await applyAll(first, tape.frames.slice(0, half));
    await first.close();
    const { appliedSeq } = peekHistory(path);
    expect(appliedSeq).toBe(tape.frames[half]!.firstSeq - 1);

    const again = await open({ path, clock });
    expect(again.appliedSeq).toBe(appliedSeq);
    await applyAll(again, tape.frames);
    await applyAll(again, tape.frames);
    await again.close();

    const inOneGo = join(directory, "whole.db");
    const whole = await open({ path: inOneGo, clock });
    await applyAll(whole, tape.frames);
    await whole.close();
    expect(rowsIn(path)).toEqual(rowsIn(inOneGo));
  });

  test("goes on from what a killed process leaves: the file and its log as they are", async () => {
    const half = Math.floor(tape.frames.length / 2);
    const live = await open({ path, clock });
    await applyAll(live, tape.frames.slice(0, half));
    const left = join(directory, "left.db");
    copyFileSync(path, left);
    copyFileSync(`${path}-wal`, `${left}-wal`);
    const again = await open({ path: left, clock });
    expect(again.appliedSeq).toBe(tape.frames[half]!.firstSeq - 1);
    await applyAll(again, tape.frames);
    await applyAll(live, tape.frames);
    await Promise.all([again.close(), live.close()]);
    expect(rowsIn(left)).toEqual(rowsIn(path));
  });

  test("refuses a gap, and everything after it", async () => {
    const failures: HistoryFailedError[] = [];
    const history = await open({ path, clock, onFailure: (failure) => failures.push(failure) });
    await history.apply(tape.frames[0]!);
    await history.apply(tape.frames[2]!);
    await history.apply(tape.frames[1]!);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringMatching(/outcry history rebuild/)]);
    expect(history.failure).toBe(failures[0]);
    await expect(history.fills({ account: USER_A, limit: 1 })).rejects.toThrow(HistoryFailedError);
    await history.close();
    expect(peekHistory(path).appliedSeq).toBe(tape.frames[1]!.firstSeq - 1);
  });

  test("is rebuilt to the same rows, pre-history taken over", async () => {
    const live = await open({ path, clock });
    const bars = Float64Array.of(START - 60_000, 5, 9, 4, 6, 3, 1, 2, 2, 1, 0, 3);
    await live.writePrehistory({
      contract: 0,
      candles: [{ price: "last", intervalMs: 60_000, bars }],
      fundingRates: [{ time: START, rate: 100 }],
    });
    await applyAll(live, tape.frames);
    await live.close();
    const before = rowsIn(path);
    const reports: number[] = [];
    async function* frames() {
      yield* tape.frames;
    }
    expect(await rebuildHistory({ path, frames: frames(), progress: (seq) => reports.push(seq) })).toEqual({
      appliedSeq: tape.seq,
    });
    expect(rowsIn(path)).toEqual(before);
    expect(before.prehistory_candles).toHaveLength(1);
    expect(reports.at(-1)).toBe(tape.seq);
  });

  test("that is damaged is refused with the way out, which works", async () => {
    writeFileSync(path, "not a database, whatever its name says. ".repeat(200));
    await expect(open({ path, clock })).rejects.toThrow(/outcry history rebuild/);
    expect(() => peekHistory(path)).toThrow(HistoryFailedError);
    async function* frames() {
      yield* tape.frames;
    }
    await rebuildHistory({ path, frames: frames() });
    expect(peekHistory(path).appliedSeq).toBe(tape.seq);
  });

  test("that is missing begins at 0", () => {
    expect(peekHistory(path)).toEqual({ appliedSeq: 0 });
  });

  test("makes whoever feeds it wait when its queue is full, and takes all", async () => {
    const big = tapeOf([]);
    const deal = { maker: USER_A, taker: USER_B, contract: 0, size: 1, makerAction: 1, takerAction: 2 };
    for (let n = 0; n < 10; n++)
      big.trade({ ...deal, price: 5, makerOrder: 1, takerOrder: 2, isolated: false });
    for (let n = 0; n < 10_000; n++) big.tick("markChanged", 0, 500);
    big.endFrame();
    const [opening, trades] = big.frames;
    const frames = Math.ceil((1.2 * QUEUE_MAX_BYTES) / trades!.events.byteLength);
    const history = await open({ path, clock });
    await history.apply(opening!);
    const room: Promise<number>[] = [];
    for (let n = 0; n < frames; n++) {
      const frame = { ...trades!, firstSeq: trades!.firstSeq + n * trades!.count };
      room.push(Promise.resolve(history.apply(frame)).then(() => history.appliedSeq));
    }
    // The first found room at once, the last only when much was committed.
    expect(await room[0]).toBe(0);
    expect(await room.at(-1)).toBeGreaterThan(opening!.count);
    await history.settle();
    expect((await history.fills({ account: USER_A, limit: 1 })).total).toBe(10 * frames);
    await history.close();
  });

  test("commits what gathered when somebody asks, when it has waited long enough, and not before", async () => {
    const time = new SimulatedClock({ seed: 2 });
    const history = await open({ path, clock: time });
    const [first, second, third] = tape.frames;
    await history.apply(first!);
    await history.apply(second!);
    expect(time.nextDueMs()).toBe(time.monotonicMs() + GATHER_MS);
    expect(peekHistory(path).appliedSeq).toBe(0);
    await history.hasPrehistory(0); // sees all that was given before it
    expect(peekHistory(path).appliedSeq).toBe(second!.firstSeq + second!.count - 1);
    expect(time.nextDueMs()).toBeUndefined();

    await history.apply(third!);
    await time.advance(GATHER_MS);
    expect(time.nextDueMs()).toBeUndefined(); // it is on its way
    await history.settle();
    expect(peekHistory(path).appliedSeq).toBe(third!.firstSeq + third!.count - 1);
    await history.close();
  });

  test("a question of an account or of the market sees its last rows before they are committed, one of anything has all committed", async () => {
    const time = new SimulatedClock({ seed: 2 });
    const history = await open({ path, clock: time });
    const own = tapeOf([]);
    own.deposit(USER_A, 5n, 5n);
    own.endFrame();
    own.deposit(USER_B, 5n, 5n);
    own.endFrame();
    own.tick("markChanged", 0, 500);
    own.endFrame();
    own.deposit(USER_A, 6n, 11n);
    own.endFrame();
    const [opening, , , publicRows, last] = own.frames.map(({ firstSeq, count }) => firstSeq + count - 1);
    const bills = async (account: number) => {
      const { rows, total } = await history.bills({ account, limit: 10 });
      return [rows.length, total, peekHistory(path).appliedSeq];
    };
    await history.apply(own.frames[0]!);
    await history.settle();
    await history.apply(own.frames[1]!);
    expect(await bills(USER_B)).toEqual([0, 0, opening]); // the deposit was another's
    expect(await bills(USER_A)).toEqual([1, 1, opening]);
    await history.apply(own.frames[2]!);
    expect(await bills(USER_B)).toEqual([1, 1, opening]);
    await history.apply(own.frames[3]!);
    expect(await bills(USER_B)).toEqual([1, 1, opening]);
    const marks = { contract: 0, price: "mark", intervalMs: 60_000, limit: 1, now: own.time } as const;
    expect(await history.candles(marks)).toMatchObject([{ close: 500 }]);
    expect(peekHistory(path).appliedSeq).toBe(opening);
    await history.hasPrehistory(0);
    expect(peekHistory(path).appliedSeq).toBe(publicRows);
    expect(time.nextDueMs()).toBeUndefined();

    await history.apply(own.frames[4]!);
    expect(await bills(USER_A)).toEqual([2, 2, publicRows]);
    expect(time.nextDueMs()).toBe(time.monotonicMs() + GATHER_MS);
    await time.advance(GATHER_MS);
    await history.settle();
    expect(peekHistory(path).appliedSeq).toBe(last);
    expect(await bills(USER_A)).toEqual([2, 2, last]);
    await history.close();
  });

  test.each(["results", "activity"] as const)(
    "sums (%s) are made by a reader, of what is committed for them",
    async (what) => {
      const history = await open({ path, clock: new SimulatedClock({ seed: 2 }) }); // so nothing is committed for having waited
      for (const frame of tape.frames) await history.apply(frame);
      await history.bills({ account: USER_A, limit: 1 });
      expect(peekHistory(path).appliedSeq).toBe(0); // the writer has answered
      const touched = tape.bills.findLast(({ account }) => account === USER_A)!;
      await history[what]({ account: USER_A, by: "time", from: 0, to: touched.time });
      expect(peekHistory(path).appliedSeq).toBeGreaterThanOrEqual(touched.seq);
      await history.close();
    },
  );

  test("settling waits for what was given before it, not for what is given or asked for after", async () => {
    const history = await open({ path, clock: new SimulatedClock({ seed: 2 }) }); // so nothing is committed for having waited
    const own = tapeOf([]);
    for (const amount of [5n, 6n, 7n]) {
      own.deposit(USER_A, amount, 50n);
      own.endFrame();
    }
    const [opening, first, second, third] = own.frames;
    await history.apply(opening!);
    await history.apply(first!);
    let isSettled = false;
    const settled = history.settle().then(() => (isSettled = true));
    await history.apply(second!);
    await history.bills({ account: USER_A, limit: 1 }); // the writer has answered, and not committed for it
    expect(isSettled).toBe(true);
    await settled;
    expect(peekHistory(path).appliedSeq).toBe(first!.firstSeq + first!.count - 1);
    await history.apply(third!);
    await history.close();
    expect(peekHistory(path).appliedSeq).toBe(third!.firstSeq + third!.count - 1);
  });

  test("what questions have had written is committed once it has waited long enough, however much is asked", async () => {
    const time = new SimulatedClock({ seed: 2 });
    const history = await openHistory({ path, clock: time });
    let rows = 0;
    for (const frame of tape.frames) {
      await history.apply(frame);
      const { total } = await history.bills({ account: USER_A, limit: 1 });
      expect(total).toBeGreaterThanOrEqual(rows);
      rows = total;
    }
    expect(peekHistory(path).appliedSeq).toBe(0);
    await time.advance(GATHER_MS);
    const last = tape.frames.at(-1)!;
    await expect.poll(() => history.appliedSeq).toBe(last.firstSeq + last.count - 1);
    expect(peekHistory(path).appliedSeq).toBe(history.appliedSeq);
    await history.close();
  });

  test("one commit serves all who wait", async () => {
    const history = await open({ path, clock });
    const commits = new Set<number>();
    const asked: Promise<unknown>[] = [];
    for (const frame of tape.frames.slice(0, 60)) {
      await history.apply(frame);
      const read = history.hasPrehistory(0);
      asked.push(read.then(() => commits.add(history.appliedSeq)));
    }
    await Promise.all(asked);
    // The first has its own, the others came while it was under way.
    expect(commits.size).toBeLessThanOrEqual(3);
    await history.close();
  });

  test("of questions of the market that come together the writer answers the first, a commit serves the others", async () => {
    const history = await open({ path, clock: new SimulatedClock({ seed: 2 }) }); // so nothing is committed for having waited
    const answered: { readonly given: number; readonly seen: number; readonly committed: number }[] = [];
    const asked: Promise<unknown>[] = [];
    const trades = tape.trades.filter(({ contract }) => contract === 0);
    for (const frame of tape.frames) {
      await history.apply(frame);
      const given = trades.findLast(({ seq }) => seq < frame.firstSeq + frame.count)?.trade ?? 0;
      asked.push(
        history.trades({ contract: 0, limit: 1 }).then(([last]) => {
          answered.push({ given, seen: last?.trade ?? 0, committed: peekHistory(path).appliedSeq });
        }),
      );
    }
    await Promise.all(asked);
    expect(answered).toHaveLength(tape.frames.length);
    expect(answered.at(-1)!.committed).toBeGreaterThan(0);
    for (const { given, seen } of answered) expect(seen).toBeGreaterThanOrEqual(given);
    await history.close();
  });
});
