import { middleOf, moveTo, PerContract } from "./middle.ts";
import { traderKind } from "./trader.ts";

/**
 * Sells far above the price's own average, buys far below it, and closes near it (contrarian: Lo and
 * MacKinlay 1990).
 */
export const meanReversion = traderKind({
  about: "sells what is far above its own average, buys what is far below",
  parameters: {
    averageSeconds: {
      usual: 300,
      least: 1,
      most: 86_400,
      says: "of the average, which forgets exponentially, s",
    },
    threshold: {
      usual: 0.0015,
      least: 0.00001,
      most: 0.5,
      says: "distance at which it acts, share of the price",
    },
    exit: { usual: 0.0003, least: 0, most: 0.5, says: "distance at which it lets go, share of the price" },
    units: { usual: 20_000, least: 1, most: 10_000_000, says: "what it then holds, USDT" },
    slip: {
      usual: 0.0005,
      least: 0,
      most: 0.01,
      says: "what it pays beyond the touch at most, share of the price",
    },
  },
  start({ averageSeconds, threshold, exit, units, slip }) {
    const averages = new PerContract((contract) => ({ value: middleOf(contract) }));
    return {
      act: ({ everyMs, contracts }) =>
        contracts.flatMap((contract) => {
          const middle = middleOf(contract);
          if (middle === 0) return [];
          const average = averages.of(contract);
          const away = middle / average.value - 1;
          average.value += (middle - average.value) * (1 - Math.exp(-everyMs / (1_000 * averageSeconds)));
          if (Math.abs(away) >= threshold) return moveTo(contract, (-Math.sign(away) * units) / middle, slip);
          return Math.abs(away) <= exit ? moveTo(contract, 0, slip) : [];
        }),
    };
  },
});
