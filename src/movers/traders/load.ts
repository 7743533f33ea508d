import { pathToFileURL } from "node:url";
import type { TraderKind } from "./trader.ts";
import { traderKind } from "./trader.ts";

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
