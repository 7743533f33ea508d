import type { WireProfile } from "../../../../interface/wire/index.ts";
import { billWords, moneyText, v2 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/account.ts";
import type { BillRow } from "../../../readmodel/index.ts";
import { privateOperation } from "../../operation.ts";
import { equityPoints } from "../../trading/equityPoints.ts";
import { equityHistoryOf, performanceShown } from "../../trading/performance.ts";
import { checkOrder } from "../../trading/span.ts";
import { profiled } from "./showAccount.ts";

/** The bills of the requested coin, the only one. */
export const bills = privateOperation(
  declared.bills,
  async ({ history, account, contracts, profile }, input): Promise<v2.Bills> => {
    checkOrder(input);
    const page = await history.bills({
      account,
      contract: contracts.ofFilter(input.symbol)?.contract,
      type: input.businessType,
      from: input.startTime,
      to: input.endTime,
      limit: input.limit,
      before: input.beforeId,
    });
    return {
      hasNextPage: page.more,
      items: page.rows.map((row) =>
        showBill(row, row.contract < 0 ? "" : contracts.at(row.contract).symbol, profile),
      ),
    };
  },
);

/** Ours: no other venue has it. The equity of the key's own account at the end of each interval, and now. */
export const equitySeries = privateOperation(
  declared.equitySeries,
  async (context, { granularity: intervalMs, limit }): Promise<v2.EquitySeries> => {
    const { points, isComplete } = await equityPoints(context, { intervalMs, count: limit });
    return {
      coin: "USDT",
      points: points.map(({ time, equity, deposited }) => ({
        time,
        equity: moneyText(equity),
        deposited: moneyText(deposited),
      })),
      complete: isComplete,
    };
  },
);

/** Ours: no other venue has it. The equity samples of the key's own account, as history keeps them. */
export const equityHistory = privateOperation(declared.equityHistory, (context, input) =>
  equityHistoryOf(context.history, context, context.now(), input),
);

/**
 * Ours: no other venue has it. The figures of the key's own account's trading: return, drawdown and the
 * like.
 */
export const performance = privateOperation(
  declared.performance,
  ({ history, account, valuedAt, contracts, now }, input) =>
    performanceShown(
      history,
      { account, valuedAt },
      now(),
      input,
      (contract) => contracts.at(contract).symbol,
    ),
);

/** Ours: no other venue has it. The operator's messages to the key's own account. */
export const messages = privateOperation(
  declared.messages,
  async ({ engine, account }, { after = 0 }): Promise<v2.Messages> => {
    const notices = await engine.query({ type: "notices", account });
    return notices
      .filter(({ notice }) => notice > after)
      .map(({ notice, time, text }) => ({ id: notice, time, text }));
  },
);

/**
 * Ours: no other venue has it. The account's own requests as the request log has them, and why they were
 * refused.
 */
export const requestLog = privateOperation(
  declared.requestLog,
  (context, { after, limit, refused }): v2.Requests => {
    const { entries, next, lost } = context.readRequests({ after, limit, refused });
    return { entries: entries.map((entry) => ({ ...entry })), next, lost };
  },
);

const { words } = v2;

/** A bill; amounts are positive where the entry gained. @param symbol "" where no contract is concerned */
function showBill(row: BillRow, symbol: string, profile: WireProfile): v2.Bill {
  const time = profiled(row.time, profile);
  return {
    billId: profiled(row.bill, profile),
    coin: words.coins[row.coin]!,
    symbol,
    amount: moneyText(row.amount),
    businessType: billWords.types[row.type]!,
    balance: moneyText(row.balance),
    fillFee: moneyText(row.fee),
    transferReason: billWords.transferReason(row.reason, profile.token),
    ctime: time,
    cTime: time,
  };
}
