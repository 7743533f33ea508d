import type { Income, MarginMove } from "../../../../interface/wire/fapi/account.ts";
import * as declared from "../../../../interface/wire/fapi/operations/account.ts";
import type { IncomeType } from "../../../../interface/wire/fapi/tradingWords.ts";
import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import { moneyText } from "../../../../interface/wire/index.ts";
import {
  BILL_FIX_MARGIN,
  BILL_FUNDING,
  BILL_MARGIN_MOVE_IN,
  BILL_MARGIN_MOVE_OUT,
  bookings,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
} from "../../../../kernel/core/index.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { BillRow, FillRow } from "../../../readmodel/index.ts";
import type { ContractList } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { spanOf } from "../order/lists.ts";
import { positionSideOf } from "../order/showOrder.ts";
import { joined, type WholeFill } from "../order/showTrade.ts";
import { readUntil } from "../readUntil.ts";
import { contractOf, contractOfFilter, symbolOf } from "../symbol.ts";
import { ASSET } from "./showAccount.ts";

const KEPT_MS = 90 * DAY_MS;
const HISTORY_MS = 30 * DAY_MS;

/** Bills of movements that are no transfers; those of margin stay within the wallet. */
const OTHER_BILLS: readonly number[] = [
  BILL_FUNDING,
  BILL_FIX_MARGIN,
  BILL_MARGIN_MOVE_IN,
  BILL_MARGIN_MOVE_OUT,
];

/**
 * The bills that each type of income is made of; income from fills is made of the fills themselves. Every
 * movement that changes the wallet has one, so incomes add up to it.
 */
const billsOf: Readonly<Record<IncomeType, readonly number[]>> = {
  TRANSFER: [
    ...new Set(Object.values(bookings).flatMap(({ fromBill, toBill }) => [fromBill, toBill])),
  ].filter((bill) => !OTHER_BILLS.includes(bill)),
  FUNDING_FEE: [BILL_FUNDING],
  INSURANCE_CLEAR: [BILL_FIX_MARGIN],
  REALIZED_PNL: [],
  COMMISSION: [],
};

/**
 * Profits and commissions of fills, funding, transfers: oldest first. With a start, pages are counted from
 * the first row after it, else from the last row back.
 */
export const userIncome = privateOperation(declared.userIncome, async (context, input): Promise<Income[]> => {
  const { contracts, now } = context;
  const { symbol, incomeType, startTime, endTime, page, limit } = input;
  const contract = contractOfFilter(contracts, symbol)?.contract;
  const oldest = startTime !== undefined;
  const span =
    oldest && endTime !== undefined
      ? spanOf({ startTime, endTime }, now(), KEPT_MS)
      : spanOf({ startTime, endTime }, now());
  // All rows of the page may be of one kind: so of each kind as many are read as the pages up to this one
  // have.
  const question = { account: context.account, contract, ...span, oldest };
  const needed = page * limit;
  const types = words.incomeTypes.filter((type) => incomeType === undefined || type === incomeType);
  const bills = await Promise.all(
    types.flatMap((incomeType) =>
      billsOf[incomeType].map(async (type) => {
        const page = await context.history.bills({ ...question, limit: needed, type });
        return page.rows.map((row) => incomeOfBill(row, incomeType, contracts));
      }),
    ),
  );
  const fromFills = types.filter((type) => type === words.REALIZED_PNL || type === words.COMMISSION);
  const ofFills = {
    ask: (part: { readonly limit: number }) => context.history.fills({ ...question, ...part }),
    ...{ oldest, idOf: ({ fill }: FillRow) => fill, groupOf: ({ trade }: FillRow) => trade },
  };
  const incomes =
    fromFills.length === 0
      ? []
      : await readUntil(ofFills, needed, (fills) =>
          joined(fills).flatMap((fill) => fromFills.flatMap((type) => incomeOfFill(fill, type, contracts))),
        );
  const rows = [...bills.flat(), ...incomes].sort((a, b) => a.time - b.time || a.tranId - b.tranId);
  const from = (page - 1) * limit;
  return oldest
    ? rows.slice(from, from + limit)
    : rows.slice(-limit * page).slice(0, lengthOfPage(rows, page, limit));
});

/** How many rows the page has that ends `page − 1` pages before the last row. */
function lengthOfPage(rows: readonly unknown[], page: number, limit: number): number {
  return Math.max(0, Math.min(limit, rows.length - (page - 1) * limit));
}

function incomeOfBill(row: BillRow, incomeType: IncomeType, contracts: ContractList): Income {
  return {
    symbol: row.contract < 0 ? "" : symbolOf(contracts.at(row.contract)),
    incomeType,
    income: moneyText(row.amount),
    asset: ASSET,
    info: incomeType,
    time: row.time,
    tranId: row.bill,
    tradeId: "",
  };
}

function incomeOfFill(
  [row, { fee, profit }]: readonly [FillRow, WholeFill],
  incomeType: IncomeType,
  contracts: ContractList,
): Income[] {
  const amount = incomeType === words.COMMISSION ? -fee : profit;
  if (amount === 0n) return [];
  return [
    {
      symbol: symbolOf(contracts.at(row.contract)),
      incomeType,
      income: moneyText(amount),
      asset: ASSET,
      info: incomeType,
      time: row.time,
      tranId: row.fill,
      tradeId: String(row.trade),
    },
  ];
}

/**
 * Margin that was moved into isolated positions and out of them, by the owner or by a fill, oldest first.
 */
export const marginHistory = privateOperation(
  declared.marginHistory,
  async (context, input): Promise<MarginMove[]> => {
    const { account, contracts, history, rules, now } = context;
    const { contract, quoteCoin: asset, ...spec } = contractOf(contracts, input.symbol);
    const symbol = symbolOf(spec);
    const oldest = input.startTime !== undefined;
    const types = input.type === undefined ? [ADDED, TAKEN] : [input.type];
    const legs = await legsOf(context, contract);
    // The shared entry has a bill of each such move too, of the other type.
    const question = { account, contract, ...spanOf(input, now(), HISTORY_MS), oldest };
    const moves = await Promise.all(
      types.map((each) => {
        const type = each === ADDED ? BILL_MARGIN_MOVE_IN : BILL_MARGIN_MOVE_OUT;
        const ofBills = {
          ask: (part: { readonly limit: number }) => history.bills({ ...question, ...part, type }),
          ...{ oldest, idOf: ({ bill }: BillRow) => bill, groupOf: ({ bill }: BillRow) => bill },
        };
        return readUntil(ofBills, input.limit, (bills) => bills.filter(({ entry }) => legs.has(entry)));
      }),
    );
    const rows = moves.flat().sort((one, other) => one.bill - other.bill);
    const shown = oldest ? rows.slice(0, input.limit) : rows.slice(-input.limit);
    const times = { from: shown[0]?.time ?? 0, to: shown.at(-1)?.time ?? 0 };
    const fills = await history.fills({ account, contract, ...times, limit: FILLS_MAX });
    const ofFills = new Set(fills.rows.map(({ seq }) => seq));
    return shown.map((row) => ({
      symbol,
      type: row.type === BILL_MARGIN_MOVE_IN ? ADDED : TAKEN,
      deltaType: ofFills.has(row.seq) ? "TRADE" : "USER_ADJUST",
      amount: moneyText(row.amount < 0n ? -row.amount : row.amount),
      asset,
      time: row.time,
      positionSide: positionSideOf(legs.get(row.entry) === LONG ? OPEN_LONG : OPEN_SHORT, rules.positionMode),
    }));
  },
);

const ADDED = 1;
const TAKEN = 2;
/** The most fills, and closed positions, that are read to find why margin was moved. */
const FILLS_MAX = 10_000;

/** The legs of positions, open and closed ones, by id. */
async function legsOf(
  { engine, history, account }: PrivateContext,
  contract: number,
): Promise<ReadonlyMap<number, number>> {
  const open = await engine.query({ type: "positions", account, contract });
  const closed = await history.closedPositions({ account, contract, limit: FILLS_MAX });
  return new Map([...open, ...closed.rows].map(({ position, leg }) => [position, leg] as const));
}
