import { pathToFileURL } from "node:url";
import { bursts } from "./bursts.ts";
import { leveragedCrowd } from "./leveragedCrowd.ts";
import { marketMaker } from "./marketMaker.ts";
import { meanReversion } from "./meanReversion.ts";
import { momentum } from "./momentum.ts";
import { spoofer } from "./spoofer.ts";
import type { TraderKind } from "./trader.ts";
import { traderKind } from "./trader.ts";
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

/** A file that does not export a trader. */
export class TraderFileError extends Error {
  override readonly name = "TraderFileError";
}

/**
 * The kind that a file of JavaScript or TypeScript exports by default. TypeScript runs as it is with its
 * types stripped, so that it must not use constructs that generate code (no `enum`, no `namespace`).
 *
 * @throws TraderFileError saying what is missing, or how loading the file failed
 */
export async function loadTrader(path: string): Promise<TraderKind> {
  let loaded: { readonly default?: unknown };
  try {
    loaded = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new TraderFileError(
      `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  try {
    return traderKind(loaded.default as TraderKind);
  } catch (error) {
    throw new TraderFileError((error as RangeError).message, { cause: error });
  }
}
