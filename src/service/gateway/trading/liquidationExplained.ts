import { averagePriceText, billWords, moneyText, sizeText, v2 } from "../../../interface/wire/index.ts";
import type { Quanta } from "../../../kernel/core/index.ts";
import {
  BILL_FINISH_LIQUIDATE,
  BILL_MARGIN_MOVE_OUT,
  BILL_START_LIQUIDATE,
  KIND_AGREEMENT,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  legOf,
} from "../../../kernel/core/index.ts";
import type { BillRow } from "../../readmodel/index.ts";
import type { Context } from "../operation.ts";
import { legs, wordOf } from "../words.ts";

/** The most rows that are read of one liquidation. */
const ROWS_MAX = 1_000;

/**
 * The last liquidation of an account, or of one of its entries (0: the shared one), step by step;
 * `undefined` where there was none. The entry's equity and requirement at the marks when it began are null
 * where the stored liquidation is older than these figures.
 */
export async function liquidationExplained(
  { engine, history }: Pick<Context, "engine" | "history">,
  account: number,
  position: number | undefined,
) {
  const started = await history.bills({ account, type: BILL_START_LIQUIDATE, limit: ROWS_MAX });
  const start = started.rows.find(({ entry }) => position === undefined || entry === position);
  if (start === undefined) return undefined;
  const span = { account, from: start.time, to: start.time, limit: ROWS_MAX };
  const [began, bills, fills, contracts] = await Promise.all([
    history.liquidation({ account, bill: start.bill }),
    history.bills(span),
    history.fills(span),
    engine.query({ type: "contracts" }),
  ]);
  const steps = stepsOf(start, bills.rows);
  const ladder = [KIND_OFFSET, KIND_LIQUIDATION, KIND_AGREEMENT];
  return {
    position: start.entry,
    seq: start.seq,
    time: start.time,
    forced: began?.forced ?? null,
    equity: began === undefined ? null : moneyText(began.equity),
    requirement: began === undefined ? null : moneyText(began.requirement),
    amountBefore: moneyText(start.balance),
    amountAfter: moneyText((steps.at(-1) ?? start).balance),
    returned: moneyText(returnedAfter(steps.at(-1) ?? start, bills.rows)),
    fills: fills.rows
      .filter(({ seq, kind }) => seq === start.seq && ladder.includes(kind))
      .reverse()
      .map((fill) => ({
        order: fill.order,
        type: v2.words.orderType(fill),
        symbol: contracts[fill.contract]!.symbol,
        leg: wordOf(legs, legOf(fill.action)),
        position: fill.position,
        size: sizeText(contracts[fill.contract]!, fill.size),
        price: averagePriceText(contracts[fill.contract]!, fill.value, fill.size),
        value: moneyText(fill.value),
        fee: moneyText(fill.fee),
        liquidationFee: moneyText(fill.liquidationFee),
        realized: moneyText(fill.realized),
      })),
    bills: steps.map((bill) => ({
      bill: bill.bill,
      type: billWords.types[bill.type]!,
      symbol: contracts[bill.contract]?.symbol ?? "",
      amount: moneyText(bill.amount),
      fee: moneyText(bill.fee),
      balance: moneyText(bill.balance),
    })),
  };
}

/** How much an isolated entry gave back to the shared one after its liquidation. */
function returnedAfter({ entry, seq, bill }: BillRow, bills: readonly BillRow[]): Quanta {
  return bills
    .filter((each) => each.type === BILL_MARGIN_MOVE_OUT && each.entry === entry && each.seq === seq)
    .filter((each) => each.bill > bill)
    .reduce((sum, { amount }) => sum - amount, 0n);
}

/** The bills of the entry from its start marker to its finish marker, oldest first. */
function stepsOf(start: BillRow, newestFirst: readonly BillRow[]): readonly BillRow[] {
  const ofEntry = newestFirst
    .filter(({ entry, bill }) => entry === start.entry && bill >= start.bill)
    .toReversed();
  const end = ofEntry.findIndex(({ type }) => type === BILL_FINISH_LIQUIDATE);
  return end < 0 ? ofEntry : ofEntry.slice(0, end + 1);
}
