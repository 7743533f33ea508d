import { moneyText, type v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { equityPoints } from "../../trading/equityPoints.ts";

/** Ours: no other venue has it. What the key's own account was worth at the end of each interval, and now. */
export const equitySeries = privateOperation(
  declared.equitySeries,
  async (context, { granularity: intervalMs, limit }): Promise<v2.EquitySeries> => {
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
);
