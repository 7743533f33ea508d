import { bursts } from "./bursts.ts";
import { leveragedCrowd } from "./leveragedCrowd.ts";
import { marketMaker } from "./marketMaker.ts";
import { meanReversion } from "./meanReversion.ts";
import { momentum } from "./momentum.ts";
import { spoofer } from "./spoofer.ts";
import type { TraderKind } from "./trader.ts";
import { zeroIntelligence } from "./zeroIntelligence.ts";

/** The kinds that a scenario can name; any other trader is a file. */
export const TRADER_KINDS = {
  "zero-intelligence": zeroIntelligence,
  bursts,
  "market-maker": marketMaker,
  momentum,
  "mean-reversion": meanReversion,
  "leveraged-crowd": leveragedCrowd,
  spoofer,
} as const satisfies Readonly<Record<string, unknown>>;

/** The kind of a name. */
export function kindOf(name: string): TraderKind | undefined {
  return Object.hasOwn(TRADER_KINDS, name)
    ? (TRADER_KINDS[name as keyof typeof TRADER_KINDS] as TraderKind)
    : undefined;
}
