import type { Instruction, Level, OwnOrder, Side, TradedContract } from "./trader.ts";
import { traderKind } from "./trader.ts";

/** An order within this share of a step from its wanted price is left as it is. */
const SLACK_STEPS = 0.5;

/**
 * Quotes both sides around the index, shifted against its inventory, so that takers who reduce it pay less
 * (Avellaneda and Stoikov 2008; the shift is linear in the inventory as in the closed form of Guéant, Lehalle
 * and Fernandez-Tapia 2013). With a full inventory it quotes one side only.
 */
export const marketMaker = traderKind({
  about: "quotes both sides around the index, moved against what it holds",
  parameters: {
    spread: {
      usual: 0.0004,
      least: 0.000001,
      most: 0.02,
      says: "between its best bid and ask, share of the price",
    },
    levels: { usual: 5, least: 1, most: 50, says: "quotes of a side" },
    step: {
      usual: 0.0002,
      least: 0.000001,
      most: 0.01,
      says: "from one quote to the next, share of the price",
    },
    levelUnits: { usual: 5_000, least: 1, most: 10_000_000, says: "a quote, USDT" },
    inventoryUnits: {
      usual: 100_000,
      least: 1,
      most: 100_000_000,
      says: "what it holds when it is full, USDT",
    },
    skew: {
      usual: 0.001,
      least: 0,
      most: 0.02,
      says: "how far a full inventory moves its quotes, share of the price",
    },
  },
  start: ({ spread, levels, step, levelUnits, inventoryUnits, skew }) => ({
    act: ({ contracts }) =>
      contracts.flatMap((contract): readonly Instruction[] => {
        const { index, position, orders, symbol } = contract;
        if (index === 0) return [];
        const load = Math.max(-1, Math.min(1, (position * index) / inventoryUnits));
        const middle = index * (1 - skew * load);
        const quotes = (side: Side): readonly Level[] => {
          if (side === "buy" ? load === 1 : load === -1) return [];
          const away = side === "buy" ? -1 : 1;
          return Array.from({ length: Math.round(levels) }, (_, i) => ({
            price: behindTouch(contract, side, middle * (1 + away * (spread / 2 + i * step))),
            size: levelUnits / index,
          }));
        };
        const wanted = [
          ...quotes("buy").map((quote) => ({ ...quote, side: "buy" as const })),
          ...quotes("sell").map((quote) => ({ ...quote, side: "sell" as const })),
        ];
        const slack = Math.max(contract.tick, SLACK_STEPS * step * index);
        const stands = (order: OwnOrder, quote: Level & { readonly side: Side }): boolean =>
          order.side === quote.side && Math.abs(order.price - quote.price) <= slack;
        const kept = new Set<OwnOrder>();
        const missing = wanted.filter((quote) => {
          const order = orders.find((each) => !kept.has(each) && stands(each, quote));
          if (order !== undefined) kept.add(order);
          return order === undefined;
        });
        return [
          ...orders.filter((each) => !kept.has(each)).map(({ id }) => ({ do: "cancel", order: id }) as const),
          ...missing.map((quote) => ({ do: "order", symbol, as: "post", ...quote }) as const),
        ];
      }),
  }),
});

/** A quote must not take: it stands at least a tick behind the other side's touch. */
function behindTouch({ bid, ask, tick }: TradedContract, side: Side, price: number): number {
  if (side === "buy") return ask === 0 ? price : Math.min(price, ask - tick);
  return bid === 0 ? price : Math.max(price, bid + tick);
}
