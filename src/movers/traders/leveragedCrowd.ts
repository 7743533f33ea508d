import { happens } from "./arrivals.ts";
import { middleOf, moveTo } from "./middle.ts";
import { traderKind } from "./trader.ts";

/**
 * A member of a crowd that trades on margin: now and then it opens as much as its leverage carries, and
 * closes after a while, or early while it is winning; or it is liquidated. Each member has an account of its
 * own: the scenario's `count` says how many there are, and `refill` gives a new balance to those who lost
 * theirs.
 */
export const leveragedCrowd = traderKind({
  about: "opens now and then with as much as its leverage carries, and closes after hours, or is liquidated",
  parameters: {
    opensPerHour: { usual: 1, least: 0.001, most: 3_600, says: "how often it opens while it holds nothing" },
    closesPerHour: { usual: 0.125, least: 0.0001, most: 3_600, says: "how often it closes what it holds" },
    takeProfit: {
      usual: 0.5,
      least: 0.01,
      most: 100,
      says: "profit at which it closes, share of its margin",
    },
    share: { usual: 0.6, least: 0.01, most: 0.95, says: "of its equity that it puts at stake" },
    slip: {
      usual: 0.001,
      least: 0,
      most: 0.01,
      says: "what it pays beyond the touch at most, share of the price",
    },
  },
  start: ({ opensPerHour, closesPerHour, takeProfit, share, slip }) => ({
    act(turn) {
      const { contracts, equity, random } = turn;
      return contracts.flatMap((contract) => {
        const middle = middleOf(contract);
        if (middle === 0) return [];
        const stake = (share * equity) / contracts.length;
        if (contract.position === 0) {
          if (!happens(turn, opensPerHour)) return [];
          const side = random() < 0.5 ? 1 : -1;
          return moveTo(contract, (side * stake * contract.leverage) / middle, slip);
        }
        const margin = (Math.abs(contract.position) * middle) / contract.leverage;
        const wins = contract.unrealized >= takeProfit * margin;
        return wins || happens(turn, closesPerHour) ? moveTo(contract, 0, slip) : [];
      });
    },
  }),
});
