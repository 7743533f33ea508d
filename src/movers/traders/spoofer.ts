import { happens } from "./arrivals.ts";
import { PerContract } from "./middle.ts";
import type { Instruction, Side, TradedContract } from "./trader.ts";
import { traderKind } from "./trader.ts";

/** The play under way: the side that it pretends to want, and when it ends. */
interface Play {
  side: Side;
  until: number;
}

/** An order nearer to the touch than this share of its distance might fill, so it is moved away. */
const TOO_NEAR = 0.5;

/**
 * Shows a large order that is not meant to fill, close enough to be seen and far enough to be withdrawn in
 * time, and trades against those who follow it. On a real venue this is forbidden; here bots that read the
 * book can be tested against it.
 */
export const spoofer = traderKind({
  about:
    "shows a large order that it takes away when the price comes, and trades against whoever believed it",
  parameters: {
    playsPerHour: { usual: 20, least: 0.01, most: 3_600, says: "how often it begins" },
    seconds: { usual: 20, least: 1, most: 3_600, says: "how long it pretends, s" },
    distance: {
      usual: 0.0004,
      least: 0.000001,
      most: 0.01,
      says: "of its order behind the touch, share of the price",
    },
    units: { usual: 400_000, least: 1, most: 100_000_000, says: "the order that it shows, USDT" },
    takeUnits: { usual: 10_000, least: 1, most: 10_000_000, says: "what it then trades, USDT" },
  },
  start({ playsPerHour, seconds, distance, units, takeUnits }) {
    const plays = new PerContract((): { play: Play | undefined } => ({ play: undefined }));
    const show = (contract: TradedContract, side: Side): readonly Instruction[] => {
      const touch = side === "buy" ? contract.bid : contract.ask;
      if (touch === 0) return [];
      const price = touch * (side === "buy" ? 1 - distance : 1 + distance);
      return [{ do: "order", symbol: contract.symbol, side, price, size: units / touch, as: "post" }];
    };
    return {
      act(turn) {
        const { time, random } = turn;
        return turn.contracts.flatMap((contract): readonly Instruction[] => {
          const { symbol, orders, position } = contract;
          const memory = plays.of(contract);
          const { play } = memory;
          const gone: readonly Instruction[] = orders.length > 0 ? [{ do: "cancelAll", symbol }] : [];
          if (play === undefined) {
            if (!happens(turn, playsPerHour)) return gone;
            memory.play = { side: random() < 0.5 ? "buy" : "sell", until: time + 1_000 * seconds };
            return [...gone, ...show(contract, memory.play.side)];
          }
          if (time < play.until) {
            const [order] = orders;
            const touch = play.side === "buy" ? contract.bid : contract.ask;
            const isSafe =
              order !== undefined && Math.abs(order.price - touch) >= TOO_NEAR * distance * touch;
            return isSafe ? [] : [...gone, ...show(contract, play.side)];
          }
          memory.play = undefined;
          // If its last trade was of the other side, its position is closed along with this one.
          const side: Side = play.side === "buy" ? "sell" : "buy";
          const back = side === "sell" ? Math.max(0, position) : Math.max(0, -position);
          const touch = side === "buy" ? contract.ask : contract.bid;
          if (touch === 0) return gone;
          return [
            ...gone,
            { do: "order", symbol, side, size: takeUnits / touch + back, as: "ioc", price: touch },
          ];
        });
      },
    };
  },
});
