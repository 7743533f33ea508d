import {
  billWords,
  invalidParameter,
  missingParameter,
  moneyText,
  v3,
} from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/account.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import { privateOperation } from "../../operation.ts";
import { checkSpan } from "../../trading/span.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

const SPAN_MAX_MS = 100 * DAY_MS;

/** Bills, newest first. Times are given both or not at all. */
export const income = privateOperation(declared.income, async (context, input): Promise<v3.Incomes> => {
  const { account, contracts, profile } = context;
  const { startTime, endTime, nextKeyId, nextKeyTime, limit } = input;
  checkBoth({ startTime, endTime });
  checkBoth({ nextKeyId, nextKeyTime });
  if (startTime !== undefined) checkSpan(startTime, endTime!, SPAN_MAX_MS);
  if (nextKeyId === 0) throw invalidParameter("nextKeyId", "not an id");
  const contract = contractOfFilter(contracts, input.symbol)?.contract;
  const query = {
    account,
    coin: input.asset ?? input.currency,
    contract,
    type: input.incomeType,
    from: startTime,
    limit,
  };
  const to = nextKeyTime === undefined ? endTime : Math.min(nextKeyTime, endTime ?? nextKeyTime);
  const { rows, more } = await context.history.bills({ ...query, to, before: nextKeyId });
  const last = rows.at(-1);
  return {
    hasNextPage: more,
    nextKey: more && last !== undefined ? { nextKeyId: last.bill, nextKeyTime: last.time } : null,
    items: rows.map((row) => ({
      billId: row.bill,
      asset: v3.words.assets[row.coin]!,
      symbol: row.contract < 0 ? "" : symbolOf(contracts.at(row.contract)),
      income: moneyText(row.amount),
      incomeType: billWords.types[row.type]!,
      balance: moneyText(row.balance),
      fillFee: moneyText(row.fee),
      time: row.time,
      transferReason: billWords.transferReason(row.reason, profile.token),
    })),
  };
});

/** Refuses one of two parameters without the other. */
function checkBoth(pair: Readonly<Record<string, number | undefined>>): void {
  const missing = Object.keys(pair).filter((name) => pair[name] === undefined);
  if (missing.length === 1) throw missingParameter(missing[0]!);
}
