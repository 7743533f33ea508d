import { arrivals, sizeOf } from "./arrivals.ts";
import { middleOf } from "./middle.ts";
import type { Instruction } from "./trader.ts";
import { traderKind } from "./trader.ts";

/**
 * Orders without any knowledge: limit orders at random distances, market orders and cancellations, each at
 * its own rate and independent of one another (Gode and Sunder 1993; Smith, Farmer, Gillemot and
 * Krishnamurthy 2003). Spread, depth and diffusion follow from the rates alone.
 */
export const zeroIntelligence = traderKind({
  about: "limit orders, market orders and cancellations at random, at rates of their own",
  parameters: {
    limitsPerSecond: { usual: 4, least: 0, most: 40, says: "limit orders a second, both sides together" },
    takesPerSecond: { usual: 0.5, least: 0, most: 20, says: "market orders a second, both sides together" },
    lifeSeconds: { usual: 30, least: 1, most: 3_600, says: "how long an order stands on average, s" },
    reach: {
      usual: 0.002,
      least: 0.00001,
      most: 0.014,
      says: "farthest limit from the middle, share of the price",
    },
    units: { usual: 500, least: 1, most: 1_000_000, says: "average order, USDT" },
  },
  start: ({ limitsPerSecond, takesPerSecond, lifeSeconds, reach, units }) => ({
    act(turn) {
      const { random, everyMs } = turn;
      const staying = Math.exp(-everyMs / (1_000 * lifeSeconds));
      return turn.contracts.flatMap((contract): readonly Instruction[] => {
        const { symbol, orders } = contract;
        const middle = middleOf(contract);
        if (middle === 0) return [];
        const wanted: Instruction[] = [];
        for (const { id } of orders) if (random() > staying) wanted.push({ do: "cancel", order: id });
        for (let i = arrivals(turn, limitsPerSecond); i > 0; i--) {
          const side = random() < 0.5 ? "buy" : "sell";
          const price = middle * (1 + (side === "buy" ? -1 : 1) * reach * random());
          wanted.push({ do: "order", symbol, side, price, size: sizeOf(turn, units) / middle });
        }
        for (let i = arrivals(turn, takesPerSecond); i > 0; i--) {
          const side = random() < 0.5 ? "buy" : "sell";
          wanted.push({ do: "order", symbol, side, size: sizeOf(turn, units) / middle });
        }
        return wanted;
      });
    },
  }),
});
