import { isOpening, LONG, Money } from "../../kernel/core/index.ts";
import { DAY_MS } from "../../kernel/host/clock.ts";
import { barStart } from "./candle.ts";
import type { ResultRow } from "./history.ts";
import { bills, closedPositions, fills } from "./tables.ts";

type Sums = { -readonly [K in keyof ResultRow]: ResultRow[K] };

/** Adds up an account's results by day and contract, from the rows of its lists. */
export class Results {
  readonly #sums = new Map<string, Sums>();

  filled(row: readonly number[]): void {
    const sums = this.#of(row[fill.contract]!, row[fill.time]!);
    const value = moneyAt(row, fill.value);
    sums.fills++;
    if (row[fill.maker] === 1) sums.makerValue += value;
    else sums.takerValue += value;
    sums.fees += moneyAt(row, fill.fee);
    sums.liquidationFees += moneyAt(row, fill.liquidationFee);
    if (!isOpening(row[fill.action]!))
      sums.realized +=
        moneyAt(row, fill.realized) + moneyAt(row, fill.fee) + moneyAt(row, fill.liquidationFee);
  }

  closed(row: readonly number[]): void {
    const sums = this.#of(row[close.contract]!, row[close.time]!);
    const gross = moneyAt(row, close.closeValue) - moneyAt(row, close.openValue);
    const fees =
      moneyAt(row, close.openFee) + moneyAt(row, close.closeFee) + moneyAt(row, close.liquidationFee);
    const net = (row[close.leg] === LONG ? gross : -gross) - fees + moneyAt(row, close.funding);
    sums.closed++;
    if (net > 0n) sums.won++;
  }

  funded(row: readonly number[]): void {
    this.#of(row[bill.contract]!, row[bill.time]!).funding += moneyAt(row, bill.amount);
  }

  /** The rows, by day and contract. */
  words(): Float64Array<ArrayBuffer> {
    const rows = [...this.#sums.values()].sort((a, b) => a.day - b.day || a.contract - b.contract);
    return wordsOfRows(rows);
  }

  #of(contract: number, time: number): Sums {
    const day = barStart(time, DAY_MS);
    const key = `${day} ${contract}`;
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      sums = {
        ...{ day, contract, fills: 0, takerValue: 0n, makerValue: 0n, realized: 0n },
        ...{ fees: 0n, liquidationFees: 0n, funding: 0n, closed: 0, won: 0 },
      };
      this.#sums.set(key, sums);
    }
    return sums;
  }
}

/** Sums as rows that cross threads: their fields in the order in which they are declared. */
export function wordsOfRows(rows: readonly object[]): Float64Array<ArrayBuffer> {
  const money = new Money();
  return Float64Array.from(
    rows.flatMap((row) =>
      Object.values(row).flatMap((value: number | bigint) => {
        if (typeof value === "number") return [value];
        const { hi, lo } = money.fromQuanta(value);
        return [hi, lo];
      }),
    ),
  );
}

/** The amount in two columns of a row. */
export function moneyAt(row: readonly number[], place: number): bigint {
  return BigInt(row[place]!) * 100_000_000n + BigInt(row[place + 1]!);
}

const fill = {
  contract: fills.place("contract"),
  time: fills.place("time"),
  action: fills.place("action"),
  maker: fills.place("maker"),
  value: fills.place("value_units"),
  fee: fills.place("fee_units"),
  liquidationFee: fills.place("liquidation_fee_units"),
  realized: fills.place("realized_units"),
};
const close = {
  contract: closedPositions.place("contract"),
  time: closedPositions.place("time"),
  leg: closedPositions.place("leg"),
  openValue: closedPositions.place("open_value_units"),
  closeValue: closedPositions.place("close_value_units"),
  openFee: closedPositions.place("open_fee_units"),
  closeFee: closedPositions.place("close_fee_units"),
  liquidationFee: closedPositions.place("liquidation_fee_units"),
  funding: closedPositions.place("funding_units"),
};
const bill = {
  contract: bills.place("contract"),
  time: bills.place("time"),
  amount: bills.place("amount_units"),
};
