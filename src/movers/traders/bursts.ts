import { arrivals, sizeOf } from "./arrivals.ts";
import { middleOf, PerContract } from "./middle.ts";
import type { Instruction, Side } from "./trader.ts";
import { traderKind } from "./trader.ts";

/**
 * Trades that excite trades: each trade raises the rate of those after it, and the rise decays (Hawkes 1971;
 * for futures Hardiman, Bercot and Bouchaud 2013). A cluster has 1 / (1 − branching) trades on average,
 * mostly of one side.
 */
export const bursts = traderKind({
  about: "market orders in bursts: each one makes more of its side likelier for a while",
  parameters: {
    calmPerSecond: { usual: 0.1, least: 0.0001, most: 10, says: "trades a second that nothing excited" },
    branching: { usual: 0.7, least: 0, most: 0.95, says: "trades that a trade excites on average" },
    decaySeconds: { usual: 4, least: 0.1, most: 3_600, says: "how long its excitement lasts on average, s" },
    sameSide: { usual: 0.75, least: 0, most: 1, says: "chance that an excited trade is of its cause's side" },
    units: { usual: 1_000, least: 1, most: 1_000_000, says: "average trade, USDT" },
  },
  start({ calmPerSecond, branching, decaySeconds, sameSide, units }) {
    const states = new PerContract((): { excited: number; side: Side } => ({ excited: 0, side: "buy" }));
    return {
      act(turn) {
        const { random, everyMs } = turn;
        return turn.contracts.flatMap((contract): readonly Instruction[] => {
          const middle = middleOf(contract);
          const state = states.of(contract);
          state.excited *= Math.exp(-everyMs / (1_000 * decaySeconds));
          const rate = calmPerSecond + state.excited;
          const wanted: Instruction[] = [];
          for (let i = arrivals(turn, rate); i > 0 && middle > 0; i--) {
            const isExcited = random() * rate < state.excited;
            const keeps = random() < (isExcited ? sameSide : 0.5);
            state.side = keeps === (state.side === "buy") ? "buy" : "sell";
            state.excited += branching / decaySeconds;
            const size = sizeOf(turn, units) / middle;
            wanted.push({ do: "order", symbol: contract.symbol, side: state.side, size });
          }
          return wanted;
        });
      },
    };
  },
});
