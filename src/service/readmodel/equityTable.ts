import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  ACCOUNT_PAPER,
  ACCOUNT_USER,
  type Amount,
  BILL_FIX_MARGIN,
  BILL_MARGIN_MOVE_IN,
  BUY,
  Money,
  quantaPerTickLot,
  sideOf,
  type TimeMs,
} from "../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/host/clock.ts";
import { AccountTable } from "./accountTables.ts";
import { barStart } from "./candle.ts";
import { INDEX, MARK } from "./candleTable.ts";
import type { BillEntry, FillEntry } from "./generated/rowWriters.ts";
import { PendingRows } from "./pendingRows.ts";
import { Statements } from "./statements.ts";
import { accountTotals, contracts, equitySamples, minutes } from "./tables.ts";

/**
 * How long the samples of every minute are kept. Before that, only the last sample of each hour is kept, for
 * good.
 */
export const MINUTES_KEPT_MS = 7 * DAY_MS;

/** Since when the samples of every minute are kept, if the last sample was taken at `time`. */
export function minutesFrom(time: TimeMs): TimeMs {
  return barStart(time, HOUR_MS) - MINUTES_KEPT_MS;
}

/**
 * Whether a bill is of money that came into the account from outside, or went out: any bill but those of
 * trading, funding, liquidation and moves between the account's entries.
 */
export function isFromOutside(type: number): boolean {
  return type < BILL_MARGIN_MOVE_IN || type > BILL_FIX_MARGIN;
}

/**
 * Whether the equity of accounts of this kind is sampled: not of the venue's own accounts and the house's.
 */
export function isClient(kind: number): boolean {
  return kind === ACCOUNT_USER || kind === ACCOUNT_PAPER;
}

/** The money and the positions of a client's account. */
interface AccountTotals {
  readonly account: number;
  readonly amount: Money;
  readonly deposited: Money;
  /** Net lots by contract; none is 0. */
  readonly lots: Map<number, number>;
  readonly hoursUntil: TimeMs;
  /** Its last sample; undefined until it is read from the store. */
  last: Sample | undefined;
}

interface Sample {
  readonly time: TimeMs;
  readonly equity: Amount;
  readonly deposited: Amount;
  readonly atIndex: Amount;
}
function isSame(a: Amount, b: Amount): boolean {
  return a.hi === b.hi && a.lo === b.lo;
}
/** Stands for the last sample of an account that has none. */
const NOTHING: Sample = {
  time: 0,
  equity: { hi: 0, lo: 0 },
  deposited: { hi: 0, lo: 0 },
  atIndex: { hi: 0, lo: 0 },
};

type Grid = Parameters<typeof quantaPerTickLot>[0];

/** The steps of price and size in a row of `contracts`. */
export function gridOf(row: readonly number[]): Grid {
  const [, priceDecimals, priceStep, sizeDecimals, lotStep] = row as [number, number, number, number, number];
  return { priceDecimals, priceStep, sizeDecimals, lotStep };
}

/** A contract's lots held, net, as `account_totals` has them. */
export function lotsOf(text: string): Map<number, number> {
  const words = text === "" ? [] : text.split(" ").map(Number);
  const lots = new Map<number, number>();
  for (let i = 0; i < words.length; i += 2) lots.set(words[i]!, words[i + 1]!);
  return lots;
}

/**
 * The worth of lots at a mark or index. @param perTickLot quanta of a lot at a price of one tick, a multiple
 * of 100
 */
export function worth(lots: number, points: number, perTickLot: number): bigint {
  return (BigInt(lots) * BigInt(points) * BigInt(perTickLot)) / 100n;
}

/**
 * The equity of clients' accounts at whole minutes: after everything before the minute, and before anything
 * in it.
 *
 * Equity is followed along the bills and fills. With the first event of a later minute, each account that
 * has changed since the last whole minute gets a sample at the end of that minute. An account whose equity
 * stayed the same gets none, and a minute without events leads to none, however far time leaps.
 */
export class EquityTable extends AccountTable {
  readonly #accountTotals = new Map<number, AccountTotals>();
  /** The accounts that hold a contract. */
  readonly #holders = new Map<number, Set<AccountTotals>>();
  /** By contract: quanta of a lot at a price of one tick, and mark and index in points. */
  readonly #grids: number[] = [];
  readonly #marks: number[] = [];
  readonly #indexes: number[] = [];
  /** Contracts whose prices moved, and accounts that changed, since the last whole minute. */
  readonly #moved = new Set<number>();
  readonly #changed = new Set<AccountTotals>();
  readonly #unsaved = new Set<AccountTotals>();
  /**
   * For accounts, the span whose samples of minutes are to be deleted, but for the last of each hour: after
   * the first time, up to the second.
   */
  readonly #thinned = new Map<number, readonly [TimeMs, TimeMs]>();
  readonly #stored: Statements;
  readonly accountTotals: PendingRows;
  readonly #thin: StatementSync;
  readonly #equity = new Money();
  readonly #atIndex = new Money();
  readonly #value = new Money();
  /** The time of the last event, and when its minute ends. */
  #time: TimeMs;
  #minuteEnd: TimeMs;

  /** @param time of the last event that was folded */
  constructor(database: DatabaseSync, time: TimeMs) {
    super(database, equitySamples);
    this.#time = time;
    this.#minuteEnd = barStart(time, MINUTE_MS) + MINUTE_MS;
    this.#stored = new Statements(database);
    this.accountTotals = new PendingRows(database, accountTotals, "INSERT OR REPLACE");
    const within = "account = ?1 AND time > ?2 AND time <= ?3";
    this.#thin = database.prepare(
      `DELETE FROM equity_samples WHERE ${within} AND time NOT IN
         (SELECT max(time) FROM equity_samples WHERE ${within} GROUP BY (time + ${HOUR_MS - 1}) / ${HOUR_MS})`,
    );
    for (const row of this.#stored.rows(contracts, "") as number[][]) this.listed(row[0]!, gridOf(row));
    for (const [price, points] of [
      [MARK, this.#marks],
      [INDEX, this.#indexes],
    ] as const)
      for (const row of this.#stored.rows(minutes, "WHERE price = ?", price) as number[][])
        points[row[minutes.place("contract")]!] = row[minutes.place("close")]!;
    for (const row of this.#stored.rows(accountTotals, "")) {
      const [account, ...money] = row.slice(0, -1) as [number, ...number[]];
      const totals = {
        account,
        amount: new Money().set(money[0]!, money[1]!),
        deposited: new Money().set(money[2]!, money[3]!),
        lots: lotsOf(row.at(-1) as string),
        hoursUntil: money[4]!,
        last: undefined,
      };
      this.#accountTotals.set(account, totals);
      for (const contract of totals.lots.keys()) this.#holdersOf(contract).add(totals);
      this.#changed.add(totals);
    }
  }

  /** The time of the last event. */
  get time(): TimeMs {
    return this.#time;
  }

  /**
   * Called before an event is folded: ends the minute of the event before it, if this one comes in a later
   * minute.
   */
  reach(time: TimeMs, seq: number): void {
    this.#time = time;
    if (time < this.#minuteEnd) return;
    for (const contract of this.#moved)
      for (const totals of this.#holdersOf(contract)) this.#changed.add(totals);
    for (const totals of this.#changed) this.#sample(totals, this.#minuteEnd, seq);
    this.#moved.clear();
    this.#changed.clear();
    this.#minuteEnd = barStart(time, MINUTE_MS) + MINUTE_MS;
  }

  opened(account: number, kind: number): void {
    if (!isClient(kind)) return;
    const [amount, deposited] = [new Money(), new Money()];
    const lots = new Map<number, number>();
    const totals = { account, amount, deposited, lots, hoursUntil: 0, last: NOTHING };
    this.#accountTotals.set(account, totals);
    this.#unsaved.add(totals);
  }

  listed(contract: number, grid: Grid): void {
    this.#grids[contract] = quantaPerTickLot(grid);
  }

  marked(contract: number, points: number): void {
    this.#priced(this.#marks, contract, points);
  }

  indexed(contract: number, points: number): void {
    this.#priced(this.#indexes, contract, points);
  }

  /** The index of a contract in points; 0 before the first. */
  indexOf(contract: number): number {
    return this.#indexes[contract] ?? 0;
  }

  #priced(prices: number[], contract: number, points: number): void {
    if (prices[contract] === points) return;
    prices[contract] = points;
    this.#moved.add(contract);
  }

  billed({ account, type, amount }: BillEntry): void {
    const totals = this.#accountTotals.get(account);
    if (totals === undefined) return;
    totals.amount.addParts(amount.hi, amount.lo);
    if (isFromOutside(type)) totals.deposited.addParts(amount.hi, amount.lo);
    this.#touch(totals);
  }

  filled({ account, contract, action, size }: FillEntry): void {
    const totals = this.#accountTotals.get(account);
    if (totals === undefined) return;
    const lots = (totals.lots.get(contract) ?? 0) + (sideOf(action) === BUY ? size : -size);
    if (lots === 0) {
      totals.lots.delete(contract);
      this.#holdersOf(contract).delete(totals);
    } else {
      totals.lots.set(contract, lots);
      this.#holdersOf(contract).add(totals);
    }
    this.#touch(totals);
  }

  /** Makes rows of the samples, and deletes samples of old minutes. @returns how many were deleted */
  gather(): number {
    let gone = 0;
    for (const [account, span] of this.#thinned) {
      this.rows.writeOf(account);
      gone += Number(this.#thin.run(account, ...span).changes);
    }
    this.#thinned.clear();
    for (const { account, amount, deposited, lots, hoursUntil } of this.#unsaved) {
      const held = [...lots].sort(([a], [b]) => a - b).flat();
      const money = [amount.hi, amount.lo, deposited.hi, deposited.lo];
      this.accountTotals.put(account, [account, ...money, hoursUntil], held.join(" "));
    }
    this.#unsaved.clear();
    return gone;
  }

  #touch(totals: AccountTotals): void {
    this.#changed.add(totals);
    this.#unsaved.add(totals);
  }

  #holdersOf(contract: number): Set<AccountTotals> {
    let holders = this.#holders.get(contract);
    if (holders === undefined) {
      holders = new Set();
      this.#holders.set(contract, holders);
    }
    return holders;
  }

  #sample(totals: AccountTotals, time: TimeMs, seq: number): void {
    const { account, deposited } = totals;
    const equity = this.#worthOf(totals, this.#marks, this.#equity);
    const atIndex = this.#worthOf(totals, this.#indexes, this.#atIndex);
    if (equity === undefined || atIndex === undefined) return;
    totals.last ??= this.#storedLast(account);
    const { last } = totals;
    if (isSame(equity, last.equity) && isSame(deposited, last.deposited) && isSame(atIndex, last.atIndex))
      return;
    const at = this.rows.add(account);
    const money = [equity, deposited, atIndex].flatMap(({ hi, lo }) => [hi, lo]);
    this.rows.words.set([account, time, ...money, seq], at);
    totals.last = {
      time,
      equity: { hi: equity.hi, lo: equity.lo },
      deposited: { hi: deposited.hi, lo: deposited.lo },
      atIndex: { hi: atIndex.hi, lo: atIndex.lo },
    };
    if (last === NOTHING) return;
    const [from, to] = [minutesFrom(last.time), minutesFrom(time)];
    if (from < to) this.#thinned.set(account, [this.#thinned.get(account)?.[0] ?? from, to]);
  }

  /** The account's equity at marks or indexes; undefined where a contract that it holds has no price yet. */
  #worthOf({ amount, lots }: AccountTotals, prices: readonly number[], into: Money): Money | undefined {
    const equity = into.copy(amount);
    for (const [contract, net] of lots) {
      const [points, grid] = [prices[contract], this.#grids[contract]];
      if (points === undefined || grid === undefined) return undefined;
      equity.add(this.#value.fromQuanta(worth(net, points, grid)));
    }
    return equity;
  }

  #storedLast(account: number): Sample {
    const rest = "WHERE account = ? ORDER BY time DESC LIMIT 1";
    const [row] = this.#stored.rows(equitySamples, rest, account) as number[][];
    if (row === undefined) return NOTHING;
    return {
      time: row[1]!,
      equity: { hi: row[2]!, lo: row[3]! },
      deposited: { hi: row[4]!, lo: row[5]! },
      atIndex: { hi: row[6]!, lo: row[7]! },
    };
  }
}
