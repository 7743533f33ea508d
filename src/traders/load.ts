import { pathToFileURL } from "node:url";
import type { Parameter, TraderKind } from "./trader.ts";

/** A file that does not export a trader. */
export class TraderFileError extends Error {
  override readonly name = "TraderFileError";
}

/**
 * The kind that a file of JavaScript or TypeScript exports by default. TypeScript runs as it is with its types
 * stripped, so that it must not use constructs that generate code (no `enum`, no `namespace`).
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
  const kind = loaded.default as Partial<TraderKind> | null | undefined;
  if (typeof kind !== "object" || kind === null || typeof kind.start !== "function")
    throw new TraderFileError("it must export by default an object with a function start");
  for (const [name, parameter] of Object.entries(kind.parameters ?? {})) refuseParameter(name, parameter);
  return kind as TraderKind;
}

function refuseParameter(name: string, { usual, least, most }: Partial<Parameter>): void {
  if ([usual, least, most].every(Number.isFinite) && least! <= usual! && usual! <= most!) return;
  throw new TraderFileError(`its parameter ${name} must have numbers least ≤ usual ≤ most`);
}
