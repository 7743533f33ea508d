import { COIN_SUSDT, COIN_USDT } from "../../../core/index.ts";
import {
  billWords,
  choice,
  id,
  integer,
  invalidParameter,
  missingParameter,
  moneyText,
  optional,
  time,
  v3,
} from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { checkSpan, DAY_MS } from "../span.ts";
import { contractOfFilter, symbolOf, symbolParameter } from "../symbol.ts";

const SPAN_MAX_MS = 100 * DAY_MS;
const asset = optional(choice("Coin", { USDT: COIN_USDT, usdt: COIN_USDT, SUSDT: COIN_SUSDT }));

/** Bills, newest first. Times are given both or not at all. */
export const income = privateOperation({
  method: "POST",
  path: "/capi/v3/account/income",
  summary: "Account bills",
  meaning: "What changed the account's money and by how much, newest first; nextKey leads to the next page.",
  call: "account.income",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: {
    asset,
    currency: asset,
    symbol: optional(symbolParameter),
    incomeType: optional(choice("What it was", billWords.typeCodes)),
    startTime: optional(time("Start, Unix ms; with endTime")),
    endTime: optional(time("End, Unix ms; with startTime, at most 100 days later")),
    limit: optional(integer("Rows", { min: 1, max: 100 }), 20),
    nextKeyId: optional(id("From nextKey of the page before; with nextKeyTime")),
    nextKeyTime: optional(time("From nextKey of the page before; with nextKeyId")),
  },
  response: v3.Incomes,
  async handle(context, input): Promise<v3.Incomes> {
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
  },
});

/** Refuses one of two parameters without the other. */
function checkBoth(pair: Readonly<Record<string, number | undefined>>): void {
  const missing = Object.keys(pair).filter((name) => pair[name] === undefined);
  if (missing.length === 1) throw missingParameter(missing[0]!);
}
