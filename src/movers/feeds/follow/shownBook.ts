import type { ContractView } from "../../../kernel/core/index.ts";
import { POINTS_PER_TICK } from "../../../kernel/core/index.ts";
import type { SourceLevel } from "../mirror/mirror.ts";
import { mirrorLeverage, shownLevels, sideUnitsMax, worthOf } from "./capacity.ts";

/** The best levels of a source's book. */
export interface SourceBest {
  readonly bid: SourceLevel;
  readonly ask: SourceLevel;
}

/** How a contract's book differs from the source's that it shows. */
export interface ShownBook {
  /**
   * How far its middle is from the source's, as a share of the source's; undefined where one has no middle.
   */
  readonly divergence: number | undefined;
  /** Which side shows less than the source's best level, and why, in a sentence; "" for neither. */
  readonly thin: string;
}

type ShownContract = Parameters<typeof shownLevels>[1] & Pick<ContractView, "bestBid" | "bestAsk">;

/**
 * Compares a contract's book with the source's.
 *
 * @param best the source's best levels; undefined while none of its quotes stand here
 */
export function shownBook(contract: ShownContract, best: SourceBest | undefined): ShownBook {
  if (best === undefined) return { divergence: undefined, thin: "" };
  const { bestBid, bestAsk } = contract;
  const middle = ((best.bid.price + best.ask.price) * POINTS_PER_TICK) / 2;
  const here = ((bestBid + bestAsk) * POINTS_PER_TICK) / 2;
  return {
    divergence: bestBid > 0 && bestAsk > 0 ? (here - middle) / middle : undefined,
    thin: [
      ...thinSide("bid", best.bid, bestBid > 0, contract),
      ...thinSide("ask", best.ask, bestAsk > 0, contract),
    ].join("; "),
  };
}

function thinSide(
  side: "bid" | "ask",
  level: SourceLevel,
  isThere: boolean,
  contract: ShownContract,
): readonly string[] {
  const [shown] = shownLevels([level], contract);
  const most = Math.floor(sideUnitsMax(contract));
  const why = `a fifth of the largest position that the contract's tiers allow at ${mirrorLeverage(contract) / 100} times is ${most} USDT`;
  if (shown === undefined) return [`no ${side}s stand here, since ${why}, less than a lot`];
  if (!isThere)
    return [`no ${side}s stand here: clients took them, or the house holds as much as the tiers allow`];
  if (shown.lots === level.lots) return [];
  const worth = Math.round(worthOf(level.lots, level.price, contract));
  return [`its best ${side} of ${worth} USDT is cut, since ${why}`];
}
