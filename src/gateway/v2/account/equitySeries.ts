import { integer, moneyText, optional, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { equityPoints } from "../../trading/equityPoints.ts";
import { granularity } from "../market/candleRows.ts";

/** Ours: no other venue has it. What the key's own account was worth at the end of each interval, and now. */
export const equitySeries = privateOperation({
  method: "GET",
  path: "/capi/v2/account/equitySeries",
  summary: "Own equity over time (an operation of this venue's own)",
  meaning:
    "What the key's own account was worth at the end of each interval, and now: its money, and its positions at the mark. An operation of this venue.",
  call: "account.equity",
  source: "docs/reference/history.md",
  weight: { ip: 10, uid: 20 },
  access: "read",
  parameters: {
    granularity,
    limit: optional(integer("Points beside that of now", { min: 1, max: 500 }), 200),
  },
  response: v2.EquitySeries,
  async handle(context, { granularity: intervalMs, limit }): Promise<v2.EquitySeries> {
    const { points, isComplete } = await equityPoints(context, intervalMs, limit);
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
});
