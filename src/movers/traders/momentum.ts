import { middleOf, moveTo, PerContract } from "./middle.ts";
import { traderKind } from "./trader.ts";

/**
 * Buys what has risen and sells what has fallen over a look-back (time-series momentum: Moskowitz, Ooi and
 * Pedersen 2012), and closes when the move has stopped.
 */
export const momentum = traderKind({
  about: "buys what has risen over a while and sells what has fallen",
  parameters: {
    lookBackSeconds: { usual: 120, least: 1, most: 86_400, says: "over which a move is looked at, s" },
    threshold: { usual: 0.001, least: 0.00001, most: 0.5, says: "move that it follows, share of the price" },
    units: { usual: 20_000, least: 1, most: 10_000_000, says: "what it then holds, USDT" },
    slip: {
      usual: 0.0005,
      least: 0,
      most: 0.01,
      says: "what it pays beyond the touch at most, share of the price",
    },
  },
  start({ lookBackSeconds, threshold, units, slip }) {
    const seen = new PerContract((): { time: number; middle: number }[] => []);
    return {
      act: ({ time, contracts }) =>
        contracts.flatMap((contract) => {
          const middle = middleOf(contract);
          if (middle === 0) return [];
          const past = seen.of(contract);
          past.push({ time, middle });
          while (past.length > 1 && past[1]!.time <= time - 1_000 * lookBackSeconds) past.shift();
          const [first] = past;
          // The look-back is not yet covered.
          if (first === undefined || time - first.time < 1_000 * lookBackSeconds) return [];
          const move = middle / first.middle - 1;
          const held = Math.sign(contract.position);
          if (Math.abs(move) >= threshold) return moveTo(contract, (Math.sign(move) * units) / middle, slip);
          return held !== 0 && Math.sign(move) !== held ? moveTo(contract, 0, slip) : [];
        }),
    };
  },
});
