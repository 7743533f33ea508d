import type { TraderKind } from "outcry/trader";

const parameters = {
  turns: { usual: 60, least: 2, most: 10_000, says: "how many of its turns the range is made of" },
  units: { usual: 10_000, least: 1, most: 1_000_000, says: "what it holds, USDT" },
};

export default {
  about: "buys what rises above everything of the last while, sells what falls below it",
  parameters,
  start({ turns, units }) {
    const seen = new Map<string, readonly number[]>();
    return {
      act: ({ contracts }) =>
        contracts.flatMap(({ symbol, bid, ask, position }) => {
          if (bid === 0 || ask === 0) return [];
          const middle = (bid + ask) / 2;
          const past = seen.get(symbol) ?? [];
          seen.set(symbol, [...past, middle].slice(-turns));
          if (past.length < turns) return [];
          const isHigh = middle > Math.max(...past);
          if (!isHigh && middle >= Math.min(...past)) return [];
          const size = (isHigh ? units : -units) / middle - position;
          return [{ do: "order", symbol, side: size > 0 ? "buy" : "sell", size: Math.abs(size) }];
        }),
    };
  },
} satisfies TraderKind<typeof parameters>;
