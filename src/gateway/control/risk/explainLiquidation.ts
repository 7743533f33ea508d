import {
  BILL_FINISH_LIQUIDATE,
  BILL_START_LIQUIDATE,
  KIND_AGREEMENT,
  KIND_BURST,
  KIND_OFFSET,
} from "../../../core/index.ts";
import type { BillRow } from "../../../readmodel/index.ts";
import {
  averagePriceText,
  billWords,
  id,
  invalidParameter,
  moneyText,
  optional,
  sizeText,
  v2,
} from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountOf, accountText } from "../parameters.ts";

/** Rows of one liquidation that are looked at. */
const ROWS_MAX = 1_000;

/**
 * `GET /control/explain/liquidation`: the last liquidation of an account, or of one of its isolated positions, step by
 * step: what the entry was worth at the marks and had to keep when it began (null where the store is older than that), the fills of the ladder, and each bill between its two markers with the entry's amount after it. Amounts add up:
 * `amountBefore` and every bill give `amountAfter`.
 */
export const explainLiquidation = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/explain/liquidation",
  summary: "Explain an account's last liquidation: its fills and bills in order",
  parameters: {
    account: accountText,
    position: optional(id("Only the liquidation of this isolated position; 0: of the shared positions.")),
  },
  async handle(context, { account: name, position }) {
    const { account } = await accountOf(context, name);
    const { engine, history } = context;
    const started = await history.bills({ account, type: BILL_START_LIQUIDATE, limit: ROWS_MAX });
    const start = started.rows.find(({ entry }) => position === undefined || entry === position);
    if (start === undefined)
      throw invalidParameter(position === undefined ? "account" : "position", "it was never liquidated");
    const span = { account, from: start.time, to: start.time, limit: ROWS_MAX };
    const [began, bills, fills, contracts] = await Promise.all([
      history.liquidation({ account, bill: start.bill }),
      history.bills(span),
      history.fills(span),
      engine.query({ type: "contracts" }),
    ]);
    const steps = stepsOf(start, bills.rows);
    const ladder = [KIND_OFFSET, KIND_BURST, KIND_AGREEMENT];
    return {
      account,
      position: start.entry,
      seq: start.seq,
      time: start.time,
      forced: began?.forced ?? null,
      equity: began === undefined ? null : moneyText(began.equity),
      requirement: began === undefined ? null : moneyText(began.requirement),
      amountBefore: moneyText(start.balance),
      amountAfter: moneyText((steps.at(-1) ?? start).balance),
      fills: fills.rows
        .filter(({ seq, kind }) => seq === start.seq && ladder.includes(kind))
        .reverse()
        .map((fill) => ({
          order: fill.order,
          type: v2.words.orderType(fill.kind, fill.action),
          symbol: contracts[fill.contract]!.symbol,
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
        type: billWords.types[bill.type],
        symbol: contracts[bill.contract]?.symbol ?? "",
        amount: moneyText(bill.amount),
        fee: moneyText(bill.fee),
        balance: moneyText(bill.balance),
      })),
    };
  },
});

/** The bills of the entry from its start marker to its finish marker, oldest first. */
function stepsOf(start: BillRow, newestFirst: readonly BillRow[]): readonly BillRow[] {
  const ofEntry = newestFirst
    .filter(({ entry, bill }) => entry === start.entry && bill >= start.bill)
    .toReversed();
  const end = ofEntry.findIndex(({ type }) => type === BILL_FINISH_LIQUIDATE);
  return end < 0 ? ofEntry : ofEntry.slice(0, end + 1);
}
